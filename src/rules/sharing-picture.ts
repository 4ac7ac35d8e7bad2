/** Width and height of the pictures that other sites show beside a link, in px. */
export const sharingPicture = { width: 1200, height: 630 } as const

/** The product's own picture, for pages that are not a deck's. A path of the app's host. */
export const productSharingPicture = '/brand/sharing.png'
