import { type DefaultTreeAdapterTypes, parseFragment, serializeOuter } from 'parse5'
import { canary } from '../attack.ts'
import { inBatches } from '../in-batches.ts'
import type { AttackSlide } from './attack-slides.ts'

/**
 * The distinct results of the attacks. Most fields produce the same result for most attacks (an empty box, plain text);
 * results that differ only in the identifying number behave the same in a browser.
 */
export interface StoredForms {
  /** Attributes of slides, as markup: ' class="a"'. */
  readonly openings: readonly string[]
  /** Elements and texts of slides. */
  readonly pieces: readonly string[]
}

/** Pieces per slide. */
const piecesOfSlide = 40

const formOf = (html: string): string =>
  html
    .replace(/hit\(\d+\)/g, 'hit()')
    .replaceAll(new RegExp(`n\\d+\\.${canary}`, 'g'), canary)
    .replace(/ data-block-id="[0-9a-f]{16}"/g, '')

/** Collects the distinct forms of stored slides, the first of each. */
export function distinctForms(slides: readonly string[]): StoredForms {
  const openings = new Map<string, string>()
  const pieces = new Map<string, string>()
  const keep = (map: Map<string, string>, html: string) => {
    const form = formOf(html)
    if (form.trim() !== '' && !map.has(form)) map.set(form, html)
  }
  for (const html of slides) {
    for (const section of parseFragment(html, { sourceCodeLocationInfo: true }).childNodes) {
      if (!('attrs' in section)) continue
      keep(openings, openingOf(section))
      // The product's own output: parse5 drops a leading empty line when it serializes.
      for (const { sourceCodeLocation: at } of section.childNodes) {
        if (at) keep(pieces, html.slice(at.startOffset, at.endOffset))
      }
    }
  }
  return { openings: [...openings.values()], pieces: [...pieces.values()] }
}

/** A slide's attributes except its id, as serialized. */
function openingOf(section: DefaultTreeAdapterTypes.Element): string {
  const attrs = section.attrs.filter(({ name }) => name !== 'data-id')
  const bare = serializeOuter({ ...section, attrs, childNodes: [] })
  return bare.slice('<section'.length, -'></section>'.length)
}

/** Slides that contain every form once; the unchanged attacks are their notes. */
export function slidesOfForms({ openings, pieces }: StoredForms, notes: readonly string[]): AttackSlide[] {
  const plain = inBatches(pieces, piecesOfSlide).map((some) => ({
    opening: '',
    inner: some.join(''),
    places: some.length,
  }))
  const all = [...plain, ...openings.map((opening) => ({ opening, inner: '<p>a</p>', places: 1 }))]
  const wordsOfSlide = Math.ceil(notes.length / all.length)
  return all.map(({ opening, inner, places }, index) => {
    const id = (index + 1).toString(16).padStart(32, '0')
    const source = notes.slice(index * wordsOfSlide, (index + 1) * wordsOfSlide).join('\n')
    return { id, html: `<section data-id="${id}"${opening}>${inner}</section>`, source, places }
  })
}
