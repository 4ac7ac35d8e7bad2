/** The colors of the deck's theme that its author offers instead of the roles; none without a palette. */
export function usePalette(): readonly string[] {
  return none
}

const none: readonly string[] = []
