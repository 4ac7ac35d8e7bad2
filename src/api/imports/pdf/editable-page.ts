import sharp from 'sharp'
import type { Block, Frame } from '../../../document/deck-model.ts'
import { readerLimits } from '../../../rules/reader-limits.ts'
import type { SlideSize } from '../../../rules/slide-size.ts'
import { makeBlock } from '../make-block.ts'
import type { ReadMedia } from '../process/reader.ts'
import { drawLayer, encodeLayer, type Pixels, pictureSize, thumbnailOf } from './draw-page.ts'
import { areaInPixels, imagePixels } from './page-images.ts'
import { type Bounds, colorOf, kinds, matrixOf, objectsOf, type PageObject, setActive } from './page-objects.ts'
import { fitted, pictureBlock } from './page-slide.ts'
import { linesOf } from './page-text.ts'
import { patternFilled } from './pattern-fills.ts'
import type { Pdfium } from './pdfium.ts'
import { groupLines, type PagePlace, textBlock } from './text-blocks.ts'

const {
  objects: mostObjects,
  characters: mostCharacters,
  pictures: mostPictures,
  pixels: mostPixels,
} = readerLimits.pdf
/** Share of the page that a filled rectangle covers which is its background. */
const wholePage = 0.97

/** A page as blocks. */
export interface EditablePage {
  readonly blocks: readonly Block[]
  readonly attributes: Readonly<Record<string, string>>
  /** Pictures, to be encoded. */
  readonly pictures: readonly { readonly name: string; readonly pixels: Pixels }[]
}

interface Page extends SlideSize {
  readonly pdfium: Pdfium
  readonly document: number
  readonly page: number
}

const rounded = (value: number): number => Math.round(value * 100) / 100 + 0

function frameOf({ left, right, top, bottom }: Bounds, { height }: SlideSize, { scale, x, y }: PagePlace): Frame {
  return {
    ...{ x: rounded(x + left * scale), y: rounded(y + (height - top) * scale), rotation: 0 },
    ...{ width: Math.max(1, rounded((right - left) * scale)), height: Math.max(1, rounded((top - bottom) * scale)) },
  }
}

/** The fill of a path that is nothing but a filled, upright rectangle; null for all others. */
function rectangleFill({ pdfium }: Page, { pointer, bounds }: PageObject): string | null {
  const segments = pdfium.call('FPDFPath_CountSegments', pointer)
  if (segments < 4 || segments > 6 || bounds.right - bounds.left < 0.5 || bounds.top - bounds.bottom < 0.5) return null
  const [fills, strokes] = pdfium.withMemory(8, (at) => {
    if (pdfium.call('FPDFPath_GetDrawMode', pointer, at, at + 4) === 0) return [0, 1]
    const view = new DataView(pdfium.bytes().buffer, at, 8)
    return [view.getInt32(0, true), view.getInt32(4, true)]
  })
  const matrix = matrixOf(pdfium, pointer)
  const isUpright = matrix !== null && Math.abs(matrix[1]) + Math.abs(matrix[2]) < 1e-4
  if (fills === 0 || strokes !== 0 || !isUpright) return null
  const points = Array.from({ length: segments }, (_, index) => {
    const segment = pdfium.call('FPDFPath_GetPathSegment', pointer, index)
    return pdfium.withMemory(8, (at) => {
      pdfium.call('FPDFPathSegment_GetPoint', segment, at, at + 4)
      const view = new DataView(pdfium.bytes().buffer, at, 8)
      return {
        kind: pdfium.call('FPDFPathSegment_GetType', segment),
        x: view.getFloat32(0, true),
        y: view.getFloat32(4, true),
      }
    })
  })
  const distinct = (values: readonly number[]) => new Set(values.map((value) => Math.round(value * 20))).size
  const isRectangle =
    points.every(({ kind }) => kind !== 1) &&
    distinct(points.map(({ x }) => x)) === 2 &&
    distinct(points.map(({ y }) => y)) === 2
  return isRectangle && pdfium.call('FPDFPageObj_HasTransparency', pointer) === 0
    ? (colorOf(pdfium, 'FPDFPageObj_GetFillColor', pointer)?.css ?? null)
    : null
}

function rectangleBlock(frame: Frame, fill: string): Block {
  const plain = { stroke: '', strokeWidth: 0, dash: 'solid', radius: null, text: '', link: '' }
  return makeBlock('shape', frame, { shape: 'rectangle', fill, ...plain })
}

/** All texts that are drawn upright, also those in forms. */
function uprightTexts({ pdfium }: Page, objects: readonly PageObject[]): PageObject[] {
  const found: PageObject[] = []
  const visit = (pointer: number, kind: number, depth: number): void => {
    if (kind === kinds.text) {
      const matrix = matrixOf(pdfium, pointer)
      if (matrix && Math.abs(matrix[1]) <= Math.abs(matrix[0]) * 0.02)
        found.push({ pointer, kind, bounds: { left: 0, right: 0, top: 0, bottom: 0 } })
    } else if (kind === kinds.form && depth < 8) {
      const count = Math.min(mostObjects, pdfium.call('FPDFFormObj_CountObjects', pointer))
      for (let index = 0; index < count && found.length < mostObjects; index += 1) {
        const inner = pdfium.call('FPDFFormObj_GetObject', pointer, index)
        visit(inner, pdfium.call('FPDFPageObj_GetType', inner), depth + 1)
      }
    }
  }
  for (const { pointer, kind } of objects) visit(pointer, kind, 0)
  return found
}

/** An object that may become a block: the fill of a rectangle, or a picture; null: it stays in the drawing. */
interface Candidate {
  readonly object: PageObject
  readonly part: { readonly fill: string } | 'picture' | null
}

/** The pictures of a page that become blocks: the first ones. Each is drawn, kept and stored on its own. */
export function picturesOf(pdfium: Pdfium, objects: readonly PageObject[]): ReadonlySet<PageObject> {
  const found = new Set<PageObject>()
  let pixels = 0
  for (const object of objects) {
    if (object.kind !== kinds.image) continue
    pixels += areaInPixels(pdfium, object)
    if (pixels > mostPixels || found.size >= mostPictures) break
    found.add(object)
  }
  return found
}

function candidateOf(given: Page, object: PageObject, pictures: ReadonlySet<PageObject>): Candidate {
  if (object.kind === kinds.image) return { object, part: pictures.has(object) ? 'picture' : null }
  const fill = object.kind === kinds.path ? rectangleFill(given, object) : null
  return { object, part: fill === null ? null : { fill } }
}

/** The objects of a page with what they may become. */
function candidatesOf(given: Page, objects: readonly PageObject[]): Candidate[] {
  const pictures = picturesOf(given.pdfium, objects)
  const candidates = new Map(objects.map((object) => [object, candidateOf(given, object, pictures)]))
  const fillOf = (object: PageObject) => {
    const part = candidates.get(object)?.part
    return part && part !== 'picture' ? part.fill : null
  }
  const patterns = patternFilled(given.pdfium, given, objects, fillOf)
  return [...candidates.values()].map((one) => (patterns.has(one.object) ? { ...one, part: null } : one))
}

const overlap = (a: Bounds, b: Bounds): boolean =>
  a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top

/**
 * The objects that become blocks behind and before the drawing of all others. An object that stands between parts of the
 * drawing stays in it.
 */
function sortParts(candidates: readonly Candidate[]): { readonly behind: Candidate[]; readonly before: Candidate[] } {
  const isDrawn = ({ object, part }: Candidate) => part === null && object.kind !== kinds.text
  const first = candidates.findIndex(isDrawn)
  if (first < 0) return { behind: [], before: candidates.filter(({ part }) => part !== null) }
  const behind = candidates.slice(0, first).filter(({ part }) => part !== null)
  const before: Candidate[] = []
  // From the front: what is drawn later, and so before the others.
  const drawn: Bounds[] = []
  for (const candidate of candidates.slice(first).toReversed()) {
    const { object, part } = candidate
    if (object.kind === kinds.text) continue
    if (part === null || drawn.some((bounds) => overlap(bounds, object.bounds))) drawn.push(object.bounds)
    else before.unshift(candidate)
  }
  return { behind, before }
}

/** Collects the blocks and pictures of a page. */
class PageParts {
  readonly blocks: Block[] = []
  readonly attributes: Record<string, string> = {}
  readonly pictures: EditablePage['pictures'][number][] = []
  readonly taken: PageObject[] = []
  readonly #given: Page
  readonly #slide: SlideSize
  readonly #place: PagePlace
  readonly #number: number

  constructor(given: Page, slide: SlideSize, place: PagePlace, number: number) {
    this.#given = given
    this.#slide = slide
    this.#place = place
    this.#number = number
  }

  add({ object, part }: Candidate): void {
    const frame = frameOf(object.bounds, this.#given, this.#place)
    if (part === 'picture') this.#addPicture(object, frame)
    else if (part) {
      this.taken.push(object)
      const { width, height } = this.#slide
      const covers = frame.width >= width * wholePage && (frame.height ?? 0) >= height * wholePage
      if (covers && this.blocks.length === 0) this.attributes['data-background-color'] = part.fill
      else this.blocks.push(rectangleBlock(frame, part.fill))
    }
  }

  #addPicture(object: PageObject, frame: Frame): void {
    const { pdfium, document, page } = this.#given
    const pixels = imagePixels(pdfium, document, page, object)
    if (!pixels) return
    this.taken.push(object)
    const name = `picture-${this.#number}-${this.pictures.length + 1}`
    this.pictures.push({ name, pixels })
    this.blocks.push(pictureBlock(frame, `import:${name}`, ''))
  }
}

/** Reads a page as blocks. Null for pages with too many objects. */
export function readEditable(given: Page, number: number, slide: SlideSize): EditablePage | null {
  const { pdfium, page, width, height } = given
  const objects = objectsOf(pdfium, page, mostObjects + 1)
  if (objects.length > mostObjects) return null
  const whole = fitted({ width, height }, slide)
  const place = { scale: whole.width / width, x: whole.x, y: whole.y }
  const lines = linesOf(pdfium, page, height, mostCharacters)
  const parts = new PageParts(given, slide, place, number)
  const { behind, before } = sortParts(candidatesOf(given, objects))
  for (const candidate of behind) parts.add(candidate)
  const depth = parts.blocks.length
  for (const candidate of before) parts.add(candidate)
  setActive(pdfium, [...parts.taken, ...uprightTexts(given, objects)], false)
  const layer = drawLayer(pdfium, page, pictureSize(given))
  if (layer) {
    const name = `drawing-${number}`
    parts.pictures.push({ name, pixels: layer })
    parts.blocks.splice(depth, 0, { ...pictureBlock(whole, `import:${name}`, '', 'Drawing'), locked: true })
  }
  const texts = groupLines(lines).map((group) => textBlock(group, place))
  const attributes = { 'data-background-color': '#ffffff', ...parts.attributes }
  return { blocks: [...parts.blocks, ...texts], attributes, pictures: parts.pictures }
}

/** Encodes the pictures of a page. */
export async function encodePictures({ pictures }: EditablePage): Promise<ReadMedia[]> {
  return Promise.all(
    pictures.map(async ({ name, pixels }) => {
      const { width, height } = pixels
      const raw = { raw: { width, height, channels: 4 } } as const
      const bytes = await encodeLayer(sharp(pixels.data, raw))
      const thumbnail = await thumbnailOf(sharp(pixels.data, raw))
      return { name, label: name, bytes, drawn: { type: 'image/png' as const, width, height, thumbnail } }
    }),
  )
}
