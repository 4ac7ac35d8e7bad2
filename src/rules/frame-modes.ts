/** The views in which the player shows a deck. */
const playerModes = ['show', 'embed', 'fullscreen', 'live', 'presenter', 'speaker', 'preview'] as const
export type PlayerModeName = (typeof playerModes)[number]

/** Fraction of the window left empty around the slides, 0 to 1, by player mode. */
export const frameMargins: Readonly<Record<PlayerModeName, number>> = {
  show: 0.05,
  embed: 0.05,
  fullscreen: 0.02,
  live: 0.02,
  presenter: 0.02,
  speaker: 0,
  preview: 0,
}

/** All documents of a deck: one for each player mode, and the printable one. */
export const frameModes = [...playerModes, 'print'] as const
export type FrameMode = (typeof frameModes)[number]
