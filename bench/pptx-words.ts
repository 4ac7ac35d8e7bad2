import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { unescaped } from './pptx-contents.ts'

/** Words of letters: numbers may be written differently on axes. */
export const lettersOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/\p{L}{3,}/gu) ?? []

/** The words of a text that another lacks; a repeated word counts each time. */
export function missingWords(wanted: string, had: string): string[] {
  const left = new Map<string, number>()
  for (const word of lettersOf(had)) left.set(word, (left.get(word) ?? 0) + 1)
  return lettersOf(wanted).filter((word) => {
    const rest = left.get(word) ?? 0
    left.set(word, rest - 1)
    return rest <= 0
  })
}

/** Arabic words with their letters in one order: PDFs have those of ligatures in another one, and stretch lines by a letter. */
const withoutLigatures = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll('ـ', '')
    .replaceAll(/\p{Script=Arabic}+/gu, (word) => [...word].toSorted().join(''))

/** As missingWords, for the text of a PDF: it breaks words at the ends of lines, and joins the halves at a hyphen. */
export function missingOfPdf(given: string, slide: string): string[] {
  const [wanted, had] = [withoutLigatures(given), withoutLigatures(slide)]
  const own = new Set(lettersOf(had))
  const letters = had.toLowerCase().replace(/\P{L}/gu, '')
  return missingWords(wanted, had).filter((word) => own.has(word) || !letters.includes(word))
}

const targetsIn = (relations: string): ReadonlyMap<string, string> =>
  new Map(
    [...relations.matchAll(/<Relationship\s[^>]*>/g)].map(([tag]) => [
      /\sId="([^"]*)"/.exec(tag)?.[1] ?? '',
      /\sTarget="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]),
  )

/** The XML of a presentation's slides in their order. */
function slidesXml(path: string): string[] {
  const zip = unzipSync(readFileSync(path))
  const part = (name: string): string => (zip[name] ? strFromU8(zip[name]) : '')
  const targets = targetsIn(part('ppt/_rels/presentation.xml.rels'))
  const ids = [...part('ppt/presentation.xml').matchAll(/<p:sldId\s[^>]*r:id="([^"]*)"/g)]
  return ids.map(([, id]) => part(posix.join('ppt', targets.get(id!) ?? '')))
}

function textOfXml(xml: string): string {
  // Of a formula and its picture, programs show one.
  const shown = xml.replace(/<mc:Fallback>.*?<\/mc:Fallback>/gs, '')
  const tokens = shown.matchAll(/<a:br\b|<\/a:p>|<a:t(?:\s[^>]*)?>([^<]*)<\/a:t>/g)
  return [...tokens].map(([, run]) => (run === undefined ? ' ' : unescaped(run))).join('')
}

/** The texts of a presentation's slides in their order, as its XML has them: without layouts, notes and charts. */
export const slideTexts = (path: string): string[] => slidesXml(path).map(textOfXml)

/** The size of a presentation's slides in px, 960 wide. */
export function slideSize(path: string): { readonly width: number; readonly height: number } {
  const zip = unzipSync(readFileSync(path), { filter: ({ name }) => name === 'ppt/presentation.xml' })
  const [tag = ''] = /<p:sldSz\s[^>]*>/.exec(strFromU8(zip['ppt/presentation.xml'] ?? new Uint8Array())) ?? []
  const [wide, high] = ['cx', 'cy'].map((name) => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(tag)?.[1] ?? 1))
  return { width: 960, height: Math.max(1, Math.round((960 * high!) / wide!)) }
}

/** The texts of the slides that are not hidden. */
export const shownSlideTexts = (path: string): string[] =>
  slidesXml(path)
    .filter((xml) => !/<p:sld\s[^>]*\sshow="(?:0|false)"/.test(xml))
    .map(textOfXml)
