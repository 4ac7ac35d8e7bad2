/** Endings of archives. Office files are ZIPs too, but not listed: they are opened as documents. */
export const archiveNames = /\.(?:zip|jar|war|apk|rar|7z|tar|t?gz|bz2|tbz2?|xz|txz|zst|lz|lzma|cab|iso|dmg)$/i
