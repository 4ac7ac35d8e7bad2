import { parseFragment } from 'parse5'
import { type Attack, canary, hit } from '../attack.ts'
import { attackedSection, sectionFields, slideFields } from './slide-fields.ts'

/** A slide on which one attack stands in every place. */
export interface AttackSlide {
  /** The slide's id. */
  readonly id: string
  readonly html: string
  /** The attack as it came; it is the slide's notes as well. */
  readonly source: string
  /** Places in which it stands. */
  readonly places: number
}

/** Fields of slides: elements, attributes of the slide itself, and notes. */
export const slideFieldCount = slideFields.length + sectionFields.length + 1

/** Numbers that attacks call themselves by: 100 places for each. */
const placesEach = 100
/** The place's number for attributes of the slide itself. */
const onSection = placesEach - 1

/** The attack, so that it says by which number it was when it succeeds. */
function marked(source: string, number: number): string {
  return source.replaceAll(hit, `hit(${number})`).replaceAll(canary, `n${number}.${canary}`)
}

/** What a number means, in words: 'event error of a picture, in a cell of a table'. */
export function nameOfMark(mark: number, attacks: readonly Attack[]): string {
  const place = mark % placesEach
  const where = place === onSection ? 'the slide itself' : (slideFields[place]?.name ?? 'another place')
  return `${attacks[Math.floor(mark / placesEach)]?.name ?? 'something'}, in ${where}`
}

/** The numbers in what the canary's host heard. */
export function marksIn(words: string): number[] {
  return [...words.matchAll(/n(\d+)\.canary/gi)].map((match) => Number(match[1]))
}

/** Ends whatever an attack has left open, so that the next one has a page to stand on. */
const ends =
  '--></script></style></textarea></title></xmp></noscript></noembed></noframes></template></select></svg></math></iframe>'

/** Whether a piece of markup leaves what stands around it as it is. */
function isWhole(html: string): boolean {
  const { childNodes } = parseFragment(`<section>${html}<i data-end></i></section><b></b>`)
  const [section, after] = childNodes
  if (childNodes.length !== 2 || !section || section.nodeName !== 'section' || after?.nodeName !== 'b') return false
  const last = 'childNodes' in section ? section.childNodes.at(-1) : undefined
  return last !== undefined && 'attrs' in last && last.attrs.some(({ name }) => name === 'data-end')
}

/** A piece that leaves its surroundings alone: as it is, or with its ends; null when nothing ends it. */
function whole(html: string): string | null {
  if (isWhole(html)) return html
  const ended = html + ends
  return isWhole(ended) ? ended : null
}

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')

/** The id of the slide of an attack. */
function slideIdOf(index: number): string {
  return hex(index + 1, 32)
}

/**
 * One slide for each attack, with the attack in every place that can take it and itself in the slide's attributes. An
 * attack that is a slide stands alone. `from`: the number of the first one.
 */
export function attackSlides(attacks: readonly Attack[], from: number): AttackSlide[] {
  return attacks.map(({ source }, offset) => {
    const index = from + offset
    const id = slideIdOf(index)
    const first = index * placesEach
    if (/^\s*<section/.test(source)) {
      const html = marked(source, first).replace('<section', `<section data-id="${id}"`)
      return { id, html: whole(html) ?? html, source, places: 1 }
    }
    const pieces = slideFields.flatMap(({ put }, place) => {
      return whole(put(marked(source, first + place), hex(first + place, 16))) ?? []
    })
    // What nothing ends takes the rest of the deck with it: it is tried as text and in attributes only.
    const html = attackedSection(id, marked(source, first + onSection), pieces.join('\n'))
    return { id, html, source, places: pieces.length + sectionFields.length + 1 }
  })
}
