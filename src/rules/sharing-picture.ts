/** Size of link previews (Open Graph images), in px. */
export const sharingPicture = { width: 1200, height: 630 } as const

/** The product's own link preview, for pages without a deck. A path on the app's host. */
export const productSharingPicture = '/brand/sharing.png'
