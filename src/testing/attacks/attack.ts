/** An attack: user input as markup, SVG, style sheet or LESS. */
export interface Attack {
  /** What it tries, unique in its list: 'event onerror on img, unquoted'. */
  readonly name: string
  readonly source: string
}

/** Called by every attack on success. Test pages define it; any call means that a script has run. */
export const hit = 'hit()'

/** A nonexistent host that attacks try to reach: the test records and refuses requests to it. */
export const canary = 'canary.invalid'

/** All combinations of notations and payloads: names are joined, the placeholder `@` is replaced. */
export function combine(
  prefix: string,
  templates: Readonly<Record<string, string>>,
  payloads: Readonly<Record<string, string>>,
): Attack[] {
  return Object.entries(templates).flatMap(([place, template]) =>
    Object.entries(payloads).map(([way, payload]) => ({
      name: `${prefix} ${place}, ${way}`,
      source: template.replaceAll('@', () => payload),
    })),
  )
}

/** Attacks with numbered names. */
export function numbered(prefix: string, sources: readonly string[]): Attack[] {
  return sources.map((source, index) => ({ name: `${prefix} ${index + 1}`, source }))
}
