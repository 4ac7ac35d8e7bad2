/**
 * Rewrites the selectors of a style sheet; at-rules stay. Takes each run of text once: to look for a brace behind every
 * letter of a drawing in an address would take quadratic time.
 */
export function withSelectors(css: string, rewrite: (selectors: string) => string): string {
  return css.replace(/([^{};]+)([{};]|$)/g, (whole, text: string, end: string) =>
    end !== '{' || text.trimStart().startsWith('@') ? whole : `${rewrite(text)}{`,
  )
}

/** The selectors of a list: commas within brackets separate none. Reads each character once. */
export function selectorsIn(list: string): string[] {
  const selectors: string[] = []
  let [depth, from] = [0, 0]
  for (let at = 0; at < list.length; at++) {
    const character = list[at]
    if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (character === ',' && depth === 0) {
      selectors.push(list.slice(from, at))
      from = at + 1
    }
  }
  return [...selectors, list.slice(from)]
}

interface CssRule {
  readonly selectors: string
  readonly declarations: string
}

/** The rules of a style sheet, also those in at-rules. Reads each run of text once, as withSelectors does. */
export function rulesIn(css: string): CssRule[] {
  const rules: CssRule[] = []
  let selectors = ''
  for (const [, text = '', end] of css.matchAll(/([^{}]*)([{}]|$)/g)) {
    if (end === '}' && selectors !== '') rules.push({ selectors, declarations: text })
    selectors = end === '{' ? text.slice(text.lastIndexOf(';') + 1) : ''
  }
  return rules
}
