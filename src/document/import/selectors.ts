/**
 * Rewrites the selectors of a style sheet; at-rules stay. Takes each run of text once: to look for a brace behind every
 * letter of a drawing in an address would take quadratic time.
 */
export function withSelectors(css: string, rewrite: (selectors: string) => string): string {
  return css.replace(/([^{};]+)([{};]|$)/g, (whole, text: string, end: string) =>
    end !== '{' || text.trimStart().startsWith('@') ? whole : `${rewrite(text)}{`,
  )
}

/** Between the selectors of a list, but not within brackets. */
export const betweenSelectors = /,(?![^(]*\))/
