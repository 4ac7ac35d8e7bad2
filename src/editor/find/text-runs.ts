import { inlineElements } from '../../document/slide-text.ts'
/**
 * A run of a slide's text, with the range of each character in the HTML. So matches can be replaced in the HTML
 * without touching the marks around them.
 */
export interface TextRun {
  readonly kind: 'text' | 'alt' | 'formula'
  /** White space characters are replaced by spaces. */
  readonly text: string
  /** Indices into the HTML of the start of each UTF-16 unit. */
  readonly starts: readonly number[]
  /** Indices of the ends, exclusive. */
  readonly ends: readonly number[]
  /** The id of its block; null for markup in the slide's flow. */
  readonly blockId: string | null
}

const skippedElements = new Set(['script', 'style', 'template', 'noscript', 'aside', 'title'])
const voidElements = new Set(['br', 'img', 'hr', 'col', 'input', 'source', 'wbr', 'area', 'path', 'track', 'embed'])
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const token = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][^\s/>]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g

/** Reads the text runs of a slide's section. The HTML must be rendered by renderSlide. */
export function readRuns(html: string): readonly TextRun[] {
  const reader = new RunReader(html)
  let at = 0
  for (const found of html.matchAll(token)) {
    reader.characters(at, found.index)
    at = found.index + found[0].length
    if (found[2] !== undefined) reader.tag(found, found[1] === '/', found[2].toLowerCase())
  }
  reader.characters(at, html.length)
  return reader.end()
}

interface OpenElement {
  readonly name: string
  readonly hidden: boolean
  readonly blockId: string | null
}

class RunReader {
  readonly #html: string
  readonly #runs: TextRun[] = []
  #open: OpenElement[] = []
  #text = ''
  #starts: number[] = []
  #ends: number[] = []

  constructor(html: string) {
    this.#html = html
  }

  characters(from: number, to: number): void {
    if (from >= to || this.#open.at(-1)?.hidden) return
    const { text, starts, ends } = decoded(this.#html, from, to)
    this.#text += text
    this.#starts.push(...starts)
    this.#ends.push(...ends)
  }

  tag(found: RegExpMatchArray, closes: boolean, name: string): void {
    if (!inlineElements.has(name)) this.#break()
    if (closes) {
      const index = this.#open.findLastIndex((element) => element.name === name)
      if (index >= 0) this.#open = this.#open.slice(0, index)
      return
    }
    const attributes = found[3]!
    const outer = this.#open.at(-1)
    const formula = / data-latex="/.test(attributes)
    const blockId = / data-block-id="([^"]*)"/.exec(attributes)?.[1] ?? outer?.blockId ?? null
    const begin = found.index! + found[0].length - attributes.length - 1
    if (!outer?.hidden) {
      this.#attribute('alt', 'alt', attributes, begin, blockId)
      this.#attribute('data-latex', 'formula', attributes, begin, blockId)
    }
    if (voidElements.has(name) || attributes.endsWith('/')) return
    this.#open.push({ name, hidden: (outer?.hidden ?? false) || formula || skippedElements.has(name), blockId })
  }

  end(): readonly TextRun[] {
    this.#break()
    return this.#runs
  }

  #attribute(name: string, kind: TextRun['kind'], attributes: string, begin: number, blockId: string | null): void {
    const found = new RegExp(` ${name}="([^"]*)"`).exec(attributes)
    if (!found || found[1] === '') return
    // An attribute's run precedes the line of text around its element.
    const from = begin + found.index + name.length + 3
    this.#runs.push({ kind, blockId, ...decoded(this.#html, from, from + found[1]!.length) })
  }

  #break(): void {
    if (this.#text.trim() !== '') {
      const blockId = this.#open.at(-1)?.blockId ?? null
      this.#runs.push({ kind: 'text', text: this.#text, starts: this.#starts, ends: this.#ends, blockId })
    }
    this.#text = ''
    this.#starts = []
    this.#ends = []
  }
}

/** Decodes a range of the HTML, with the range of each UTF-16 unit. */
function decoded(html: string, from: number, to: number): { text: string; starts: number[]; ends: number[] } {
  let text = ''
  const starts: number[] = []
  const ends: number[] = []
  for (const found of html.slice(from, to).matchAll(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));|[\s\S]/gi)) {
    const start = from + found.index
    const character = characterOf(found)
    for (let unit = 0; unit < character.length; unit++) {
      starts.push(start)
      ends.push(start + found[0].length)
    }
    text += /\s/.test(character) ? ' ' : character
  }
  return { text, starts, ends }
}

function characterOf(found: RegExpMatchArray): string {
  const code = found[1] ? Number(found[1]) : found[2] ? Number.parseInt(found[2], 16) : null
  if (code !== null) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : found[0]
  return (found[3] && entities[found[3].toLowerCase()]) ?? found[0]
}
