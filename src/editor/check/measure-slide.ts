import { editorOf } from '../../blocks/find-editor.ts'
import type { Block, BlockId, Slide } from '../../document/deck-model.ts'
import { isBackgroundUrl } from '../../document/slide-background.ts'
import { blend, hexColor, parseColor, type Rgba } from '../../rules/colors.ts'
import { contrast, contrastAA } from '../../rules/contrast.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { timings } from '../../rules/timings.ts'
import type { CanvasFrame } from '../canvas/canvas-frame.ts'
import { isHidden } from '../commands/block-commands.ts'
import { gradientColors } from './gradient-colors.ts'
import type { SlideFacts, TextContrast } from './slide-facts.ts'

/** Text colors that are offered instead of an unreadable one, in this order. */
const otherColors = ['var(--r-main-color)', 'var(--r-background-color)', '#000000', '#ffffff']

/** Draws a slide in an invisible frame and collects its facts. */
export async function measureSlide(frame: CanvasFrame, slide: Slide, settings: DeckSettings): Promise<SlideFacts> {
  frame.show(slide, settings)
  // The first layout requests the slide's fonts.
  frame.view.section.getBoundingClientRect()
  await frame.document.fonts.ready
  frame.view.settle()
  const textSizes: Record<BlockId, number> = {}
  const contrasts: Record<BlockId, TextContrast> = {}
  const missingPictures: Promise<BlockId | null>[] = []
  let isContrastUnknown = false
  for (const block of slide.blocks) {
    const wrapper = frame.view.elementOf(block.id)
    if (!wrapper || isHidden(block)) continue
    const texts = hasText(block) ? textParents(wrapper) : []
    const sizes = texts.map((element) =>
      Number.parseFloat(frame.document.defaultView!.getComputedStyle(element).fontSize),
    )
    if (sizes.length > 0) textSizes[block.id] = Math.min(...sizes)
    const { low, isUnmeasured } = contrastOf(frame, slide, block, texts)
    if (low) contrasts[block.id] = low
    isContrastUnknown ||= isUnmeasured
    const pictures = [...wrapper.querySelectorAll('img')].map(isMissing)
    missingPictures.push(Promise.all(pictures).then((missing) => (missing.includes(true) ? block.id : null)))
  }
  const background = slide.attributes['data-background-image']
  const isBackgroundMissing = background ? isMissing(pictureOf(frame.document, background)) : false
  const missing = await Promise.all(missingPictures)
  return {
    textSizes,
    contrasts,
    isContrastUnknown,
    missingPictures: missing.filter((id) => id !== null),
    isBackgroundMissing: await isBackgroundMissing,
  }
}

/** Whether a block's text is measured: formulas, charts and foreign markup have text of their own sizes. */
function hasText(block: Block): boolean {
  const editor = editorOf(block.type)
  return editor?.usualSize !== undefined && !editor.typesetsText
}

/** The elements that directly contain text, without raised and lowered characters. */
function textParents(wrapper: HTMLElement): readonly HTMLElement[] {
  const walker = wrapper.ownerDocument.createTreeWalker(wrapper, NodeFilter.SHOW_TEXT)
  const parents = new Set<HTMLElement>()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (parent && /\S/.test(node.nodeValue ?? '') && !parent.closest('sup, sub, svg')) parents.add(parent)
  }
  return [...parents]
}

function pictureOf(document: Document, address: string): HTMLImageElement {
  const picture = document.createElement('img')
  if (isBackgroundUrl(address)) picture.src = address
  return picture
}

/** Whether a picture cannot be loaded. One that takes too long counts as loaded. */
function isMissing(picture: HTMLImageElement): Promise<boolean> | boolean {
  if (picture.getAttribute('src') === null || (picture.complete && picture.naturalWidth > 0)) return false
  if (picture.complete) return true
  return new Promise((resolve) => {
    picture.addEventListener('load', () => resolve(false), { once: true })
    picture.addEventListener('error', () => resolve(true), { once: true })
    setTimeout(() => resolve(false), timings.fontLoad)
  })
}

/** What is known of a block's contrast. */
interface MeasuredContrast {
  /** That of the text with the lowest one; null if all of it that was measured is readable. */
  readonly low: TextContrast | null
  /** Whether the colors behind a text are unknown. */
  readonly isUnmeasured: boolean
}

function contrastOf(frame: CanvasFrame, slide: Slide, block: Block, texts: readonly HTMLElement[]): MeasuredContrast {
  const wrapper = frame.view.elementOf(block.id)!
  let isUnmeasured = false
  const low = texts.flatMap((element) => {
    const style = styleOf(element)
    const grounds = groundsOf(frame, slide, block, element)
    const color = colorOf(style.color)
    if (!grounds || !color) {
      isUnmeasured = true
      return []
    }
    const size = Number.parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    const least = isLarge ? contrastAA.largeText : contrastAA.text
    const opacity = Number(styleOf(wrapper).opacity)
    const drawn = { ...color, alpha: color.alpha * opacity }
    const ratio = Math.min(...grounds.map((ground) => ratioOn(ground, drawn)))
    return ratio < least ? [{ ratio, least, better: readableOn(grounds, wrapper, least) }] : []
  })
  return { low: low.toSorted((one, other) => one.ratio - other.ratio)[0] ?? null, isUnmeasured }
}

function ratioOn(ground: Rgba, color: Rgba): number {
  return contrast(hexColor(blend(color, ground)), hexColor(ground))
}

/** The other color that is the most readable, the first that is readable enough if there are several. */
function readableOn(grounds: readonly Rgba[], wrapper: HTMLElement, least: number): string {
  const probe = wrapper.ownerDocument.createElement('i')
  wrapper.append(probe)
  const ratios = otherColors.map((value) => {
    probe.style.color = value
    const color = colorOf(styleOf(probe).color)
    return color === null ? 0 : Math.min(...grounds.map((ground) => ratioOn(ground, color)))
  })
  probe.remove()
  const enough = ratios.findIndex((ratio) => ratio >= Math.max(least, contrastAA.text))
  return otherColors[enough === -1 ? ratios.indexOf(Math.max(...ratios)) : enough]!
}

function styleOf(element: Element): CSSStyleDeclaration {
  return element.ownerDocument.defaultView!.getComputedStyle(element)
}

/** A computed color. Mixed ones are written as `color(srgb 0.2 0.4 1 / 0.5)`. */
function colorOf(computed: string): Rgba | null {
  const mixed = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.exec(computed)
  if (!mixed) return parseColor(computed)
  const [red = 0, green = 0, blue = 0] = mixed.slice(1, 4).map((channel) => Number(channel) * 255)
  return { red, green, blue, alpha: Number(mixed[4] ?? 1) }
}

/** The place of an element's words, which is smaller than the element where lines are short. */
function wordsOf(element: HTMLElement): DOMRect {
  const range = element.ownerDocument.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect()
}

/** The colors of a layer behind a text: one, or those of a gradient. Null if they are unknown, as those of a picture. */
type Layer = readonly Rgba[] | null

/**
 * The colors behind a text: the backgrounds of its own block, what the block covers, and the slide's. Null if a picture
 * or anything else of unknown colors is there.
 */
function groundsOf(frame: CanvasFrame, slide: Slide, block: Block, element: HTMLElement): Layer {
  const wrapper = frame.view.elementOf(block.id)!
  const place = wordsOf(element)
  const layers: Layer[] = []
  for (let at: HTMLElement | null = element; at; at = at === wrapper ? null : at.parentElement)
    layers.push(fillsOf(at, place))
  const drawing = wrapper.querySelector<SVGElement>(':scope svg > path')
  if (drawing) layers.push([colorOf(styleOf(drawing).fill) ?? clear])
  const below = slide.blocks.slice(0, slide.blocks.indexOf(block)).reverse()
  for (const other of below) layers.push(isHidden(other) ? [clear] : coversOf(frame, other, place))
  // A layer that nothing shows through hides all below it, known or not.
  const opaque = layers.findIndex((layer) => layer?.every(({ alpha }) => alpha === 1))
  const shown = opaque === -1 ? [...layers, slideGrounds(frame, place)] : layers.slice(0, opaque + 1)
  return shown.reduceRight<Layer>((back, front) => back && front && over(front, back), [paper])
}

const clear: Rgba = { red: 0, green: 0, blue: 0, alpha: 0 }
const paper: Rgba = { red: 255, green: 255, blue: 255, alpha: 1 }

/** Each of the colors on each of those behind, once. */
function over(fronts: readonly Rgba[], backs: readonly Rgba[]): readonly Rgba[] {
  const all = fronts.flatMap((front) => backs.map((back) => blend(front, back)))
  return [...new Map(all.map((color) => [hexColor(color), color])).values()]
}

/** The background colors of an element behind a place; null if it has a picture. */
function fillsOf(element: Element, place: DOMRect): Layer {
  const { backgroundImage, backgroundColor } = styleOf(element)
  const color = colorOf(backgroundColor)
  if (backgroundImage === 'none') return color && [color]
  const box = element.getBoundingClientRect()
  const gradient = gradientColors(backgroundImage, { box, place, read: colorOf })
  return gradient && color && over(gradient, [color])
}

/** The colors with which a block covers a place; null if they are unknown. */
function coversOf(frame: CanvasFrame, block: Block, place: DOMRect): Layer {
  const wrapper = frame.view.elementOf(block.id)
  if (!wrapper) return [clear]
  const box = wrapper.getBoundingClientRect()
  const overlaps = box.left < place.right && box.right > place.left && box.top < place.bottom && box.bottom > place.top
  if (!overlaps || block.type === 'line') return [clear]
  const drawing = block.type === 'shape' ? wrapper.querySelector('svg > path') : null
  if (drawing) return [faded(colorOf(styleOf(drawing).fill) ?? clear, wrapper)]
  const content = wrapper.querySelector('.block-content')
  if (!editorOf(block.type)?.text || !content) return null
  const [outer, inner] = [fillsOf(wrapper, place), fillsOf(content, place)]
  return outer && inner && over(inner, outer).map((color) => faded(color, wrapper))
}

function faded(color: Rgba, wrapper: Element): Rgba {
  return { ...color, alpha: color.alpha * Number(styleOf(wrapper).opacity) }
}

/** The colors of the slide's background behind a place; null if it has a picture, video or page. */
function slideGrounds(frame: CanvasFrame, place: DOMRect): Layer {
  const background = frame.document.querySelector('.slide-background')
  const behind = background?.parentElement
  if (!background || !behind) return null
  const content = background.firstElementChild
  if (content && content.childElementCount > 0) return null
  return [content, background, behind].reduceRight<Layer>(
    (back, element) => {
      const fills = element ? fillsOf(element, place) : [clear]
      return back && fills && over(fills, back)
    },
    [paper],
  )
}
