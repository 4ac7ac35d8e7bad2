import { strFromU8, unzipSync } from 'fflate'

/** Counts of a slide's native objects in a PowerPoint file. */
export interface SlideContents {
  readonly text: string
  /** Shapes and tables with text. */
  readonly textBoxes: number
  readonly pictures: number
  /** Shapes, lines, tables and charts. */
  readonly native: number
}

export function unescaped(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&amp;/g, '&')
}

/** Runs within a paragraph join into words; paragraphs and line breaks part them. */
function textOf(xml: string): string {
  const tokens = xml.matchAll(/<a:br\b|<\/a:p>|<(?:a|m):t(?:\s[^>]*)?>([^<]*)<\/(?:a|m):t>|<c:v>([^<]*)<\/c:v>/g)
  return [...tokens]
    .map(([all, run, value]) =>
      run !== undefined ? unescaped(run) : value !== undefined ? ` ${unescaped(value)} ` : all === '' ? '' : ' ',
    )
    .join('')
}

const count = (xml: string, pattern: RegExp): number => (xml.match(pattern) ?? []).length

/** Reads the slides of a PowerPoint file. */
export function pptxContents(bytes: Uint8Array): SlideContents[] {
  const zip = unzipSync(bytes)
  const part = (name: string): string => (zip[name] ? strFromU8(zip[name]) : '')
  const names = Object.keys(zip).filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
  const numbered = names.toSorted((a, b) => Number(/\d+/.exec(a)![0]) - Number(/\d+/.exec(b)![0]))
  return numbered.map((name) => {
    // Of a formula and its picture, programs show one.
    const xml = part(name).replace(/<mc:Fallback>.*?<\/mc:Fallback>/gs, '')
    const relations = part(name.replace('slides/', 'slides/_rels/').concat('.rels'))
    const charts = [...relations.matchAll(/Target="\.\.\/(charts\/[^"]+)"/g)].map((match) => part(`ppt/${match[1]}`))
    const frames = [...xml.matchAll(/<p:sp>.*?<\/p:sp>|<p:graphicFrame>.*?<\/p:graphicFrame>/gs)].map(
      (match) => match[0],
    )
    return {
      text: textOf(xml) + charts.map(textOf).join(' '),
      textBoxes: frames.filter((frame) => /<(a|m):t(?:\s[^>]*)?>[^<]/.test(frame)).length,
      pictures: count(xml, /<p:pic>/g),
      native: count(xml, /<p:sp>|<p:cxnSp>|<p:graphicFrame>/g),
    }
  })
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

export function wordCount(text: string): number {
  return wordsOf(text).length
}

/** The share of a text's words that another has; repeated words count as often as they occur. */
export function shareOfWords(wanted: string, had: string): number {
  const left = new Map<string, number>()
  for (const word of wordsOf(had)) left.set(word, (left.get(word) ?? 0) + 1)
  const words = wordsOf(wanted)
  let found = 0
  for (const word of words) {
    const rest = left.get(word) ?? 0
    if (rest === 0) continue
    found++
    left.set(word, rest - 1)
  }
  return words.length === 0 ? 1 : found / words.length
}
