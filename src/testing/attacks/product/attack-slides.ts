import { parseFragment } from 'parse5'
import { type Attack, canary, hit } from '../attack.ts'
import { attackedSection, sectionFields, slideFields } from './slide-fields.ts'

/** A slide with one attack in every field. */
export interface AttackSlide {
  /** The slide's id. */
  readonly id: string
  readonly html: string
  /** The unchanged attack, also used as the slide's notes. */
  readonly source: string
  /** Number of fields it is written to. */
  readonly places: number
}

/** Numbers per attack: its copy in each field has a number, by which a running script is identified. */
const placesEach = 100
/** The field number for attributes of the slide itself. */
const onSection = placesEach - 1

/** The attack with its identifying number. */
function marked(source: string, number: number): string {
  return source.replaceAll(hit, `hit(${number})`).replaceAll(canary, `n${number}.${canary}`)
}

/** Describes the attack and field of a number: 'event error of a picture, in a cell of a table'. */
export function nameOfMark(mark: number, attacks: readonly Attack[]): string {
  const place = mark % placesEach
  const where = place === onSection ? 'the slide itself' : (slideFields[place]?.name ?? 'another place')
  return `${attacks[Math.floor(mark / placesEach)]?.name ?? 'something'}, in ${where}`
}

/** The numbers in the data received by the canary host. */
export function marksIn(words: string): number[] {
  return [...words.matchAll(/n(\d+)\.canary/gi)].map((match) => Number(match[1]))
}

/** Closes everything that an attack may have left open, so that it does not affect the next attack. */
const ends =
  '--></script></style></textarea></title></xmp></noscript></noembed></noframes></template></select></svg></math></iframe>'

/** Whether a piece of markup leaves its surroundings unchanged. */
function isWhole(html: string): boolean {
  const { childNodes } = parseFragment(`<section>${html}<i data-end></i></section><b></b>`)
  const [section, after] = childNodes
  if (childNodes.length !== 2 || !section || section.nodeName !== 'section' || after?.nodeName !== 'b') return false
  const last = 'childNodes' in section ? section.childNodes.at(-1) : undefined
  return last !== undefined && 'attrs' in last && last.attrs.some(({ name }) => name === 'data-end')
}

/** A self-contained piece of markup: unchanged, or closed; null if nothing closes it. */
function whole(html: string): string | null {
  if (isWhole(html)) return html
  const ended = html + ends
  return isWhole(ended) ? ended : null
}

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')

/** The id of an attack's slide. */
function slideIdOf(index: number): string {
  return hex(index + 1, 32)
}

/**
 * One slide per attack, with the attack in every field that accepts it and in the slide's attributes. An attack that is
 * a section itself gets no other slide around it. `from`: number of the first attack.
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
    // An attack that nothing can close would swallow the rest of the deck, so only its closable fields are used.
    const html = attackedSection(id, marked(source, first + onSection), pieces.join('\n'))
    return { id, html, source, places: pieces.length + sectionFields.length + 1 }
  })
}
