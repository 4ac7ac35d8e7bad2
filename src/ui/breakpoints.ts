/**
 * The window widths, in px, at which layouts change. Media queries cannot read custom properties, so style sheets repeat
 * the numbers; scripts/check-styles.ts accepts only these.
 */
export const breakpoints = { phone: 560, small: 720, medium: 850, large: 1240, wide: 1400 } as const

/** Height in px up to which a window is short, as a phone held sideways is. */
export const shortWindow = 520
