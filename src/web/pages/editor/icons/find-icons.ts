/** An SVG element of an icon: path, circle, rect … */
export type IconPart = readonly [tag: string, attributes: Readonly<Record<string, string>>]

/** An icon of the set, drawn on a square of 24 units. */
export interface Icon {
  /** Its name in the set, such as arrow-up. */
  readonly id: string
  readonly name: string
  /** Words that it is also found by. */
  readonly synonyms: readonly string[]
  readonly parts: readonly IconPart[]
}

/** How well a word fits an icon, from 0, the best; null: not at all. */
function rankOf(word: string, { name, synonyms }: Icon): number | null {
  const parts = name.split(' ')
  if (parts[0] === word) return 0
  if (parts.includes(word)) return 1
  if (parts.some((part) => part.startsWith(word))) return 2
  if (synonyms.some((synonym) => synonym === word)) return 3
  if (synonyms.some((synonym) => synonym.split(' ').some((part) => part.startsWith(word)))) return 4
  return name.includes(word) ? 5 : null
}

/** The icons that fit all typed words by name or synonym, the best first. All of them without a word. */
export function findIcons(icons: readonly Icon[], term: string): readonly Icon[] {
  const words = term
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => word !== '')
  if (words.length === 0) return icons
  const found = icons.flatMap((icon) => {
    const ranks = words.map((word) => rankOf(word, icon))
    if (ranks.includes(null)) return []
    // Of equally good ones the plainest is first: heart before heart-handshake.
    return [{ icon, rank: ranks.reduce<number>((sum, rank) => sum + (rank ?? 0), 0) * 100 + icon.name.length }]
  })
  return found.sort((a, b) => a.rank - b.rank).map(({ icon }) => icon)
}
