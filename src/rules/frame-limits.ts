/** The limits that a deck frame needs, apart from limits.ts, which it does not load. */
export const frameLimits = {
  /** Width and height of a slide, in slide px. */
  sideMin: 200,
  sideMax: 4_000,
  /** Maximum scale of a slide; 1 if the presenter disables upsizing. */
  upsizingMaxScale: 10,
  /** The presenter's expander is shown while the pointer is within this distance of the left edge, in px. */
  expanderWithin: 50,
} as const
