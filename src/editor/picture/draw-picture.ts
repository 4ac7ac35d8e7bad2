import type { Block, Slide } from '../../document/deck-model.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { type SlideSize, slideSizeOf } from '../../rules/slide-size.ts'
import type { CanvasFrame } from '../canvas/canvas-frame.ts'
import { openHiddenFrame } from '../canvas/hidden-frame.ts'
import type { Rect } from '../geometry/rect.ts'
import { loadFooters } from '../themes/open-footers.ts'
import { dataUrlOf, stylesWithFonts } from './embedded-styles.ts'

/** Px of the picture per px of the slide. */
const pixelRatio = 2
/** Margin around blocks for what is drawn outside their box, in slide px: outlines, arrowheads, shadows. */
const margin = 12

/** A rendered picture. */
export interface DrawnPicture {
  readonly png: Blob
  /** The number of images that could not be read, since their sites forbid it. */
  readonly missing: number
}

/** What is drawn of a slide. */
export interface PictureOptions {
  /** Only these blocks; null: the whole slide. */
  readonly blocks?: readonly Block[] | null
  /** Its number in the footer. */
  readonly number?: string
}

/**
 * Renders a slide as a PNG at twice its size; with `blocks` only these, on a transparent background. The browser draws
 * the same elements as on the canvas. Rejects if the browser can't.
 */
export async function drawPicture(
  slide: Slide,
  settings: DeckSettings,
  { blocks = null, number = '' }: PictureOptions = {},
): Promise<DrawnPicture> {
  const size = slideSizeOf(settings.slide_size)
  const hidden = openHiddenFrame(size)
  try {
    const frame = await hidden.frame
    await loadFooters(settings)
    frame.show(blocks ? { ...slide, blocks } : slide, settings, () => number)
    await settled(frame)
    const area = blocks ? areaOf(frame, blocks) : { x: 0, y: 0, ...size }
    const root = frame.document.querySelector<HTMLElement>('.canvas-slide')!
    if (blocks)
      for (const below of root.querySelectorAll('.reveal-viewport, .theme-html, .slide-footer')) below.remove()
    const missing = await embedPictures(root)
    return { png: await rasterized(await svgOf(frame.document, { root, area, size }), area), missing }
  } finally {
    hidden.remove()
  }
}

/** Waits until fonts and images are loaded, and the layout follows them. */
async function settled(frame: CanvasFrame): Promise<void> {
  frame.view.section.getBoundingClientRect()
  await frame.document.fonts.ready
  const images = [...frame.document.images].filter((image) => image.src !== '')
  await Promise.allSettled(images.map((image) => image.decode()))
  frame.view.settle()
}

/** The bounding box of the blocks with their margin, clipped to the slide. */
function areaOf(frame: CanvasFrame, blocks: readonly Block[]): Rect {
  const boxes = blocks.flatMap((block) => frame.view.elementOf(block.id)?.getBoundingClientRect() ?? [])
  const left = Math.floor(Math.min(...boxes.map((box) => box.left)) - margin)
  const top = Math.floor(Math.min(...boxes.map((box) => box.top)) - margin)
  const width = Math.ceil(Math.max(...boxes.map((box) => box.right)) + margin) - left
  const height = Math.ceil(Math.max(...boxes.map((box) => box.bottom)) + margin) - top
  return { x: left, y: top, width: Math.min(width, 4_000), height: Math.min(height, 4_000) }
}

/**
 * Replaces the images' URLs with data: URLs, since an SVG image may load nothing. Returns how many could not be read.
 */
async function embedPictures(root: HTMLElement): Promise<number> {
  let missing = 0
  const put = async (address: string, write: (dataUrl: string) => void, drop: () => void): Promise<void> => {
    if (address.startsWith('data:')) return
    const dataUrl = await dataUrlOf(address)
    if (dataUrl !== null) return write(dataUrl)
    missing++
    drop()
  }
  const images = [...root.querySelectorAll('img')].map((image) => {
    const write = (dataUrl: string): void => image.setAttribute('src', dataUrl)
    return put(image.src, write, () => image.removeAttribute('src'))
  })
  const content = root.querySelector<HTMLElement>('.slide-background-content')
  const address = /^url\("?([^")]+)"?\)$/.exec(content?.style.backgroundImage ?? '')?.[1]
  const ground = address
    ? put(
        new URL(address, document.baseURI).href,
        (dataUrl) => content!.style.setProperty('background-image', `url("${dataUrl}")`),
        () => content!.style.removeProperty('background-image'),
      )
    : Promise.resolve()
  await Promise.all([...images, ground])
  // Iframes and videos cannot be drawn here.
  for (const element of root.querySelectorAll('iframe, video')) element.remove()
  return missing
}

/** A data: URL of an SVG that contains everything it needs. */
async function svgOf(
  from: Document,
  { root, area, size }: { root: HTMLElement; area: Rect; size: SlideSize },
): Promise<string> {
  // Created in the canvas's document: the app's CSP would forbid the inline styles.
  const svgDocument = from.implementation.createDocument('http://www.w3.org/2000/svg', 'svg')
  const svg = svgDocument.documentElement
  const [width, height] = [area.width * pixelRatio, area.height * pixelRatio]
  svg.setAttribute('width', String(width))
  svg.setAttribute('height', String(height))
  svg.setAttribute('viewBox', `${area.x} ${area.y} ${area.width} ${area.height}`)
  const inside = svgDocument.createElementNS('http://www.w3.org/2000/svg', 'foreignObject')
  // Larger than the slide: blocks may stand beside it.
  for (const [name, value] of [
    ['x', '0'],
    ['y', '0'],
    ['width', String(size.width)],
    ['height', String(size.height)],
    ['style', 'overflow: visible;'],
  ] as const)
    inside.setAttribute(name, value)
  svg.append(inside)
  const page = svgDocument.createElementNS('http://www.w3.org/1999/xhtml', 'html')
  page.setAttribute('class', from.documentElement.className)
  page.setAttribute('style', from.documentElement.getAttribute('style') ?? '')
  const style = svgDocument.createElementNS('http://www.w3.org/1999/xhtml', 'style')
  style.textContent = await stylesWithFonts(from)
  const body = svgDocument.createElementNS('http://www.w3.org/1999/xhtml', 'body')
  body.setAttribute('style', 'background: none;')
  body.append(svgDocument.importNode(root, true))
  page.append(style, body)
  inside.append(page)
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svgDocument))}`
}

async function rasterized(address: string, area: Rect): Promise<Blob> {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = area.width * pixelRatio
  canvas.height = area.height * pixelRatio
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser draws no pictures')
  context.drawImage(image, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser gave no picture'))), 'image/png')
  })
}
