/** One attack: something to put where markup, a drawing, a style sheet or LESS is taken from people. */
export interface Attack {
  /** What it tries, unique in its list: 'event onerror on img, unquoted'. */
  readonly name: string
  readonly source: string
}

/** What every attack calls when it succeeds. Test pages define it; anything that calls it has run a script. */
export const hit = 'hit()'

/** A host that attacks try to reach. It exists nowhere: a request to it is seen and refused by the test. */
export const canary = 'canary.invalid'

/** Every way to write something, with every payload: the names join, the placeholder `@` is replaced. */
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

/** A list of sources as attacks with numbered names. */
export function numbered(prefix: string, sources: readonly string[]): Attack[] {
  return sources.map((source, index) => ({ name: `${prefix} ${index + 1}`, source }))
}
