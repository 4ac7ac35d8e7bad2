/** The views in which the player shows a deck. */
export const playerModes = ['show', 'embed', 'fullscreen', 'live', 'presenter', 'speaker', 'preview'] as const
export type PlayerModeName = (typeof playerModes)[number]

/** The documents that are made of a deck: one for each view of the player, and the printable one. */
export const frameModes = [...playerModes, 'print'] as const
export type FrameMode = (typeof frameModes)[number]
