const tag = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,5}$/

/** The language that a browser prefers, by its Accept-Language header; '' if it says none. */
export function preferredLanguage(header: string | undefined): string {
  const ranges = (header ?? '').split(',', 20).map((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.map((one) => /^q=([\d.]{1,5})$/.exec(one)?.[1]).find((one) => one !== undefined)
    return { name, weight: weight === undefined ? 1 : Number(weight) }
  })
  const usable = ranges.filter(({ name, weight }) => tag.test(name) && weight > 0)
  return usable.toSorted((a, b) => b.weight - a.weight)[0]?.name ?? ''
}

/**
 * The language of a deck as a BCP 47 tag: that of most of its slides if they name one, else `preferred`, the language of
 * its user's browser; English if that is unknown.
 */
export function deckLanguage(slides: string, preferred: string): string {
  const sections = [...slides.matchAll(/<section\b[^>]*>/g)].map(([start]) => /\slang="([^"]+)"/.exec(start)?.[1])
  const counts = new Map<string, number>()
  for (const name of sections) if (name) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (most && most[1] * 2 > sections.length) return most[0]
  return tag.test(preferred) ? preferred : 'en'
}
