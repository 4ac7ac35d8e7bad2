import type { SceneBullet, SceneParagraph, SceneRun } from '../../document/powerpoint/scene.ts'
import type { Around } from './around.ts'
import { metricsOf } from './fonts.ts'
import { linesOf, type Word } from './lines.ts'
import { bulletOf, lookOf, type RunLook } from './runs.ts'

/** A paragraph while its text is collected. */
interface Draft {
  readonly box: Element
  /** The slide's left edge in the window. */
  readonly origin: number
  readonly level: number
  readonly bullet: SceneBullet | null
  readonly fragment: number | null
  readonly runs: { look: RunLook; text: string }[]
  readonly words: Word[]
  /** Whether white space at this place is dropped or collapsed into the one before. */
  isAfterSpace: boolean
  /** Width of a space that the next word follows; 0: none. */
  space: number
}

/** Places where a line may break: between words, after hyphens, around each character of Chinese and the like. */
const pieces =
  /\s+|[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]|(?:[^\s\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef-]+-*|-+)/g

/** Where an inline formula stands, and the width of the room that its line has for it. */
export type PlaceFormula = (formula: Element, around: Around) => void

/** Collects paragraphs from nodes that are text, inline elements, and blocks of them. */
export class TextCollector {
  readonly paragraphs: SceneParagraph[] = []
  #draft: Draft | null = null
  #marker: SceneBullet | null = null
  readonly #placeFormula: PlaceFormula

  constructor(placeFormula: PlaceFormula) {
    this.#placeFormula = placeFormula
  }

  /** Adds a node of a block element. */
  add(node: Node, box: Element, around: Around): void {
    if (node instanceof Text) {
      this.#addText(node, box, around)
      return
    }
    if (!(node instanceof Element)) return
    const style = getComputedStyle(node)
    if (style.display === 'none' || node.localName === 'script' || node.localName === 'style') return
    const isInline = style.display.startsWith('inline') || style.display === 'contents'
    if (node.localName === 'br') this.#break(node, box, around)
    else if (node.classList.contains('katex')) this.#addFormula(node, box, around)
    else if (isInline) {
      const own = { ...around, opacity: around.opacity }
      for (const child of node.childNodes) this.add(child, box, own)
    } else this.addBlock(node, around)
  }

  /** Adds a block element: its text begins and ends paragraphs. */
  addBlock(block: Element, around: Around): void {
    this.end()
    const own = around.slide.fragments.get(block)
    const inner = own === undefined ? around : { ...around, fragment: own }
    if (block.localName === 'li') this.#marker = bulletOf(block, around.opacity, around.scale)
    for (const child of block.childNodes) this.add(child, block, inner)
    this.end()
    if (block.localName === 'li') this.#marker = null
  }

  /** Ends the current paragraph. */
  end(): void {
    const draft = this.#draft
    this.#draft = null
    if (!draft || draft.words.length === 0) return
    const last = draft.runs.at(-1)!
    if (!isPreserved(draft.box)) last.text = last.text.replace(/[ \n]+$/, '')
    this.paragraphs.push(paragraphOf(draft))
  }

  #start(box: Element, around: Around): Draft {
    if (this.#draft) return this.#draft
    const lists = depthOf(box)
    const bullet = this.#marker
    this.#marker = null
    this.#draft = {
      ...{ box, bullet, level: Math.max(0, Math.min(8, lists - 1)), fragment: around.fragment },
      ...{ runs: [], words: [], isAfterSpace: true, space: 0, origin: around.origin.x },
    }
    return this.#draft
  }

  #addText(node: Text, box: Element, around: Around): void {
    const parent = node.parentElement ?? box
    const style = getComputedStyle(parent)
    if (style.visibility === 'hidden') return
    const keeps = /pre|break-spaces/.test(style.whiteSpace)
    if (!keeps && /^\s*$/.test(node.data) && !this.#draft) return
    const look = lookOf(parent, box, around.opacity, around.scale)
    if (style.whiteSpace !== 'pre-line' && keeps) {
      this.#addPreserved(node, box, around, look)
      return
    }
    for (const match of node.data.matchAll(pieces)) {
      const draft = this.#start(box, around)
      if (/^\s/.test(match[0])) {
        if (!draft.isAfterSpace) {
          append(draft, look, ' ')
          draft.space = metricsOf(style).space * around.scale + look.spacing
        }
        draft.isAfterSpace = true
        continue
      }
      draft.isAfterSpace = false
      append(draft, look, transformed(match[0], style))
      this.#measure(node, match.index, match[0].length, { draft, around, look, style })
    }
  }

  /** Text whose line ends count: each line is a paragraph. */
  #addPreserved(node: Text, box: Element, around: Around, look: RunLook): void {
    const style = getComputedStyle(node.parentElement ?? box)
    for (const match of node.data.matchAll(/\n|[^\n]+/g)) {
      const draft = this.#start(box, around)
      if (match[0] === '\n') {
        // An empty line keeps its height.
        if (draft.words.length === 0) append(draft, look, '')
        if (draft.runs.length > 0) this.#endLine(draft)
        continue
      }
      append(draft, look, match[0].replace(/\t/g, '    '))
      const words = /\S/.test(match[0]) ? match[0].length : 0
      if (words > 0) this.#measure(node, match.index, match[0].length, { draft, around, look, style })
    }
  }

  #endLine(draft: Draft): void {
    this.#draft = null
    this.paragraphs.push(paragraphOf(draft))
  }

  #measure(
    node: Text,
    start: number,
    length: number,
    { draft, around, look, style }: { draft: Draft; around: Around; look: RunLook; style: CSSStyleDeclaration },
  ): void {
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, start + length)
    const { ascent } = metricsOf(style)
    for (const box of range.getClientRects()) {
      if (box.width === 0 && box.height === 0) continue
      const left = box.left - around.origin.x
      draft.words.push({
        left,
        right: left + box.width - look.spacing,
        baseline: box.top - around.origin.y + ascent * around.scale,
        size: Number.parseFloat(style.fontSize) * around.scale,
        raised: look.raised !== 0,
        space: draft.space,
      })
      draft.space = 0
    }
  }

  #break(element: Element, box: Element, around: Around): void {
    const draft = this.#draft
    if (!draft) return
    const last = draft.runs.at(-1)
    if (last) last.text = last.text.replace(/ +$/, '')
    const word = draft.words.at(-1)
    if (word) word.ends = true
    append(draft, last?.look ?? lookOf(element.parentElement ?? box, box, around.opacity, around.scale), '\n')
    draft.isAfterSpace = true
    draft.space = 0
  }

  /** A formula within a text: room for it, and a picture of it there. */
  #addFormula(formula: Element, box: Element, around: Around): void {
    const draft = this.#start(box, around)
    const parent = formula.parentElement ?? box
    const look = lookOf(parent, box, around.opacity, around.scale)
    const rect = formula.getBoundingClientRect()
    const style = getComputedStyle(parent)
    const space = metricsOf(style).space * around.scale
    const count = Math.max(1, Math.round(rect.width / space))
    // Spaces that do not break, as wide as the formula together.
    append(draft, { ...look, spacing: rect.width / count - space }, '\u00a0'.repeat(count))
    const before = draft.words.at(-1)
    const left = rect.left - around.origin.x
    const isBeside = before && Math.abs(left - before.right) < space * 3 && left >= before.right - 1
    const baseline = isBeside ? before.baseline : rect.top - around.origin.y + metricsOf(style).ascent * around.scale
    draft.words.push({
      ...{ left, right: left + rect.width, baseline, size: look.size, raised: false, space: draft.space },
    })
    draft.space = 0
    draft.isAfterSpace = false
    this.#placeFormula(formula, around)
  }
}

function transformed(text: string, style: CSSStyleDeclaration): string {
  if (style.textTransform === 'lowercase') return text.toLowerCase()
  if (style.textTransform === 'capitalize') return text.replace(/^\p{L}/u, (letter) => letter.toUpperCase())
  return text
}

function isPreserved(box: Element): boolean {
  return /pre|break-spaces/.test(getComputedStyle(box).whiteSpace)
}

function sameLook(a: RunLook, b: RunLook): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function append(draft: Draft, look: RunLook, text: string): void {
  const last = draft.runs.at(-1)
  if (last && sameLook(last.look, look)) last.text += text
  else draft.runs.push({ look, text })
}

/** The number of lists around an element. */
function depthOf(element: Element): number {
  let depth = 0
  for (let at: Element | null = element; at && at.localName !== 'section'; at = at.parentElement) {
    if (at.localName === 'ul' || at.localName === 'ol') depth++
  }
  return depth
}

const aligns: Readonly<Record<string, SceneParagraph['align']>> = {
  center: 'center',
  '-webkit-center': 'center',
  right: 'right',
  '-webkit-right': 'right',
  justify: 'justify',
}

/** Whether a paragraph runs from right to left, by its letters where the style says so. */
function isRightToLeft(style: CSSStyleDeclaration, text: string): boolean {
  if (style.unicodeBidi !== 'plaintext') return style.direction === 'rtl'
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(/\p{L}/u.exec(text)?.[0] ?? '')
}

function paragraphOf(draft: Draft): SceneParagraph {
  const { box, words, level, bullet, fragment } = draft
  const style = getComputedStyle(box)
  const lines = linesOf(words)
  const runs: SceneRun[] = draft.runs
    .filter(({ text }, index) => text !== '' || index === 0)
    .map(({ look, text }) => ({ ...look, text }))
  const rightToLeft = isRightToLeft(style, runs.map(({ text }) => text).join(''))
  const start = rightToLeft ? 'right' : 'left'
  const named = style.textAlign === 'end' ? (rightToLeft ? 'left' : 'right') : aligns[style.textAlign]
  const align = style.textAlign === 'left' ? 'left' : (named ?? start)
  const size = Math.max(...lines.map((line) => line.size), Number.parseFloat(style.fontSize) || 1)
  const usual = Number.parseFloat(style.lineHeight) || metricsOf(style).ascent + metricsOf(style).descent
  const measured = lines.length > 1 ? (lines.at(-1)!.baseline - lines[0]!.baseline) / (lines.length - 1) : usual
  const rect = box.getBoundingClientRect()
  const side = (name: 'left' | 'right'): number =>
    Number.parseFloat(style.getPropertyValue(`padding-${name}`)) +
    Number.parseFloat(style.getPropertyValue(`border-${name}-width`))
  return {
    ...{ runs, align, rightToLeft, level, bullet, lines, fragment },
    pitch: measured || size,
    left: rect.left - draft.origin + side('left'),
    right: rect.right - draft.origin - side('right'),
    isHeading: /^h[1-6]$/.test(box.localName),
  }
}
