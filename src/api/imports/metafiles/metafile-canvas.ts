import { escapeAttribute, escapeText } from '../../../document/html.ts'
import type { Bitmap } from './read-bitmap.ts'

/** A drawing as SVG, built from the commands of a metafile. */

/** Most bytes of the drawing, elements in it, and pixels of its pictures. */
const [mostBytes, mostElements, mostPixels] = [4_000_000, 20_000, 30_000_000]

export interface Point {
  readonly x: number
  readonly y: number
}

/** x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]
export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** The matrix that applies `first`, then `second`. */
export function multiplied(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first
  const [g, h, i, j, k, l] = second
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}

export interface Pen {
  /** #rrggbb; null: nothing is drawn. */
  readonly color: string | null
  readonly width: number
  readonly dash: string
}

export interface Font {
  readonly family: string
  /** In units of the drawing; the height of its letters. */
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  /** Degrees, counterclockwise. */
  readonly turn: number
}

/** What the commands draw with; saved and restored together. */
export interface DrawState {
  readonly window: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly viewport: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null
  readonly world: Matrix
  readonly pen: Pen
  /** #rrggbb; null: areas are not filled. */
  readonly brush: string | null
  readonly font: Font
  readonly textColor: string
  /** As in the file: bits for the side and the baseline. */
  readonly textAlign: number
  readonly fillRule: 'evenodd' | 'nonzero'
  readonly at: Point
}

export const firstState: DrawState = {
  window: { x: 0, y: 0, width: 1, height: 1 },
  viewport: null,
  world: identity,
  pen: { color: '#000000', width: 1, dash: '' },
  brush: '#ffffff',
  font: { family: 'sans-serif', size: 12, bold: false, italic: false, underline: false, turn: 0 },
  ...{ textColor: '#000000', textAlign: 0, fillRule: 'evenodd', at: { x: 0, y: 0 } },
}

const short = (value: number): string => String(Math.round(value * 100) / 100 + 0)

/** Characters of symbol fonts, by the letters that encode them. */
const signs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  webdings: { n: '●', g: '■', c: '□', a: '✔', r: '✖' },
  wingdings: { l: '●', n: '■', u: '◆', o: '□', q: '❑', v: '❖', ü: '✔', û: '✖', à: '→', Ø: '➢', '§': '▪' },
}

function signsIn(words: string, family: string): string {
  const known = signs[/^"?(webdings|wingdings)(?!\s*\d)/i.exec(family)?.[1]?.toLowerCase() ?? '']
  return known ? [...words].map((letter) => known[letter] ?? letter).join('') : words
}

/** Words of the drawing, and where they are. */
interface PlacedWords {
  readonly words: string
  readonly from: number
  readonly to: number
  readonly y: number
  readonly size: number
}

/** The usual width of a letter, as a share of its size. */
const usualLetter = 0.5

/** Whether words continue those before: files have parts of a word, or single letters, one by one. */
function continues(before: PlacedWords | undefined, { from, y, size }: PlacedWords): boolean {
  if (!before || from < before.from) return false
  return Math.abs(y - before.y) < size / 4 && Math.abs(from - before.to) < size / 5
}

/** Raster operations that need no picture. */
const [brushOperation, whiteOperation, blackOperation] = [0xf00021, 0xff0062, 0x42]

/** Collects the elements of a drawing. Throws if there are too many. */
export class MetafileCanvas {
  state: DrawState = firstState
  readonly #saved: DrawState[] = []
  readonly #parts: string[] = []
  #bytes = 0
  #pixels = 0
  readonly #words: PlacedWords[] = []
  /** Pictures in the drawing, by the numbers in their addresses: `bitmap:0` … */
  readonly bitmaps: Bitmap[] = []
  /** The commands of the path that is being collected; null: commands draw at once. */
  path: string | null = null

  set(change: Partial<DrawState>): void {
    this.state = { ...this.state, ...change }
  }

  save(): void {
    if (this.#saved.length < 1_000) this.#saved.push(this.state)
  }

  /** Restores a saved state: relative to the current one if negative, else by its number. */
  restore(which: number): void {
    const index = which < 0 ? this.#saved.length + which : which - 1
    const state = this.#saved[index]
    if (!state) return
    this.#saved.length = index
    this.state = state
  }

  /** The matrix from the units of commands to those of the drawing. */
  get matrix(): Matrix {
    const { window, viewport, world } = this.state
    if (!viewport) return world
    const [scaleX, scaleY] = [viewport.width / (window.width || 1), viewport.height / (window.height || 1)]
    const page: Matrix = [scaleX, 0, 0, scaleY, viewport.x - window.x * scaleX, viewport.y - window.y * scaleY]
    return multiplied(world, page)
  }

  /** A point in the units of the drawing. */
  place({ x, y }: Point): Point {
    const [a, b, c, d, e, f] = this.matrix
    return { x: a * x + c * y + e, y: b * x + d * y + f }
  }

  /** How much the matrix enlarges. */
  get scale(): number {
    const [a, b, c, d] = this.matrix
    return Math.sqrt(Math.abs(a * d - b * c)) || 1
  }

  written(point: Point): string {
    const { x, y } = this.place(point)
    return `${short(x)} ${short(y)}`
  }

  add(element: string): void {
    this.#bytes += element.length
    if (this.#bytes > mostBytes || this.#parts.length >= mostElements) throw new Error('The drawing is too large')
    this.#parts.push(element)
  }

  /** Draws a path, or adds it to the one that is being collected. */
  draw(d: string, fills: boolean, strokes = true): void {
    if (d === '') return
    if (this.path !== null) {
      if (this.path.length < mostBytes) this.path += d
      return
    }
    const { pen, brush, fillRule } = this.state
    const fill = fills && brush !== null ? brush : 'none'
    const line = strokes && pen.color !== null
    if (fill === 'none' && !line) return
    const width = Math.max(pen.width * this.scale, 1)
    const stroke = line
      ? ` stroke="${pen.color}" stroke-width="${short(width)}"${pen.dash ? ` stroke-dasharray="${dashes(pen.dash, width)}"` : ''}`
      : ''
    const rule = fill === 'none' ? '' : ` fill-rule="${fillRule}"`
    this.add(`<path d="${d}" fill="${fill}"${rule}${stroke}/>`)
  }

  polygon(points: readonly Point[], closed: boolean): string {
    if (points.length === 0) return ''
    return `M${points.map((point) => this.written(point)).join('L')}${closed ? 'Z' : ''}`
  }

  /** Fills a box as a raster operation without a picture does: with the brush, white or black. */
  fillBox({ x, y, width, height }: DrawState['window'], operation: number): void {
    const plain = operation === whiteOperation ? '#ffffff' : operation === blackOperation ? '#000000' : null
    if (plain === null && operation !== brushOperation) return
    const corners = [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ]
    const { brush } = this.state
    if (plain !== null) this.set({ brush: plain })
    this.draw(this.polygon(corners, true), true, false)
    this.set({ brush })
  }

  /** An ellipse in a box, as four curves, so that any matrix applies. */
  ellipse(left: number, top: number, right: number, bottom: number): string {
    const [cx, cy, rx, ry] = [(left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2]
    const k = 0.5523
    const at = (x: number, y: number) => this.written({ x: cx + x * rx, y: cy + y * ry })
    return `M${at(1, 0)}C${at(1, k)} ${at(k, 1)} ${at(0, 1)}C${at(-k, 1)} ${at(-1, k)} ${at(-1, 0)}C${at(-1, -k)} ${at(-k, -1)} ${at(0, -1)}C${at(k, -1)} ${at(1, -k)} ${at(1, 0)}Z`
  }

  /**
   * Text at a point, or where the last one ended if the file says so. `advance`: its width in the units of commands;
   * null if the file leaves it to the font.
   */
  text(words: string, given: Point, advance: number | null = null): void {
    const { font, textColor, textAlign, at } = this.state
    const isNext = (textAlign & 1) === 1
    const point = isNext ? at : given
    const wide = advance ?? words.length * font.size * usualLetter
    if (isNext) this.set({ at: { x: point.x + wide, y: point.y } })
    const size = font.size * this.scale
    if (words.trim() === '' || !(size > 0)) return
    const { x, y } = this.place(point)
    const end = this.place({ x: point.x + wide, y: point.y }).x
    const start = (textAlign & 6) === 6 ? x - (end - x) / 2 : (textAlign & 2) === 2 ? x - (end - x) : x
    const shown = signsIn(words, font.family)
    if (/[\p{L}\p{N}]/u.test(shown)) this.#words.push({ words: shown, from: start, to: start + end - x, y, size })
    const anchor = (textAlign & 6) === 6 ? ' text-anchor="middle"' : (textAlign & 2) === 2 ? ' text-anchor="end"' : ''
    const drop = (textAlign & 24) === 24 ? 0 : (textAlign & 8) === 8 ? -0.2 * size : 0.9 * size
    const turn = font.turn === 0 ? '' : ` transform="rotate(${short(-font.turn)} ${short(x)} ${short(y)})"`
    const looks = `${font.bold ? ' font-weight="bold"' : ''}${font.italic ? ' font-style="italic"' : ''}${font.underline ? ' text-decoration="underline"' : ''}`
    this.add(
      `<text x="${short(x)}" y="${short(y + drop)}" font-family="${escapeAttribute(font.family)}" font-size="${short(size)}"${looks} fill="${textColor}"${anchor}${turn} xml:space="preserve">${escapeText(shown)}</text>`,
    )
  }

  /** A picture in a box. */
  bitmap(
    bitmap: Bitmap,
    box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  ) {
    this.#pixels += bitmap.width * bitmap.height
    if (this.#pixels > mostPixels) throw new Error('The pictures are too large')
    const [a, b] = [this.place(box), this.place({ x: box.x + box.width, y: box.y + box.height })]
    const [width, height] = [Math.abs(b.x - a.x), Math.abs(b.y - a.y)]
    if (width === 0 || height === 0) return
    const place = `x="${short(Math.min(a.x, b.x))}" y="${short(Math.min(a.y, b.y))}" width="${short(width)}" height="${short(height)}"`
    this.add(`<image ${place} preserveAspectRatio="none" href="bitmap:${this.bitmaps.length}"/>`)
    this.bitmaps.push(bitmap)
  }

  /** The words of the drawing in its order. */
  get words(): string {
    const parts = this.#words.map((one, index) => (continues(this.#words[index - 1], one) ? '' : ' ') + one.words)
    return parts.join('').replace(/\s+/g, ' ').trim()
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0
  }

  /** The drawing as a file. */
  svg({ x, y, width, height }: DrawState['window']): string {
    const size = Math.min(1, 2_000 / Math.max(width, height))
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${short(x)} ${short(y)} ${short(width)} ${short(height)}" width="${short(Math.max(1, width * size))}" height="${short(Math.max(1, height * size))}">${this.#parts.join('')}</svg>`
  }
}

function dashes(dash: string, width: number): string {
  return dash
    .split(' ')
    .map((part) => short(Number(part) * width))
    .join(' ')
}
