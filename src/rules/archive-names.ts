/** Endings of archives. Files of office programs are packed too, but nobody unpacks them. */
export const archiveNames = /\.(?:zip|jar|war|apk|rar|7z|tar|t?gz|bz2|tbz2?|xz|txz|zst|lz|lzma|cab|iso|dmg)$/i
