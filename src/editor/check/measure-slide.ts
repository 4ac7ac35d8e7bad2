import { editorOf } from '../../blocks/find-editor.ts'
import type { Block, BlockId, Slide } from '../../document/deck-model.ts'
import { isBackgroundUrl } from '../../document/slide-background.ts'
import { blend, hexColor, parseColor, type Rgba } from '../../rules/colors.ts'
import { contrast, contrastAA } from '../../rules/contrast.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { timings } from '../../rules/timings.ts'
import type { CanvasFrame } from '../canvas/canvas-frame.ts'
import { isHidden } from '../commands/block-commands.ts'
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
  for (const block of slide.blocks) {
    const wrapper = frame.view.elementOf(block.id)
    if (!wrapper || isHidden(block)) continue
    const texts = hasText(block) ? textParents(wrapper) : []
    const sizes = texts.map((element) =>
      Number.parseFloat(frame.document.defaultView!.getComputedStyle(element).fontSize),
    )
    if (sizes.length > 0) textSizes[block.id] = Math.min(...sizes)
    const low = texts.length > 0 ? lowestContrast(frame, slide, block, texts) : null
    if (low) contrasts[block.id] = low
    const pictures = [...wrapper.querySelectorAll('img')].map(isMissing)
    missingPictures.push(Promise.all(pictures).then((missing) => (missing.includes(true) ? block.id : null)))
  }
  const background = slide.attributes['data-background-image']
  const isBackgroundMissing = background ? isMissing(pictureOf(frame.document, background)) : false
  const missing = await Promise.all(missingPictures)
  return {
    textSizes,
    contrasts,
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

/** The text of a block with the lowest contrast; null if all of it is readable, or its ground is unknown. */
function lowestContrast(
  frame: CanvasFrame,
  slide: Slide,
  block: Block,
  texts: readonly HTMLElement[],
): TextContrast | null {
  const wrapper = frame.view.elementOf(block.id)!
  const low = texts.flatMap((element) => {
    const style = styleOf(element)
    const ground = groundOf(frame, slide, block, element)
    const color = colorOf(style.color)
    if (!ground || !color) return []
    const size = Number.parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    const least = isLarge ? contrastAA.largeText : contrastAA.text
    const opacity = Number(styleOf(wrapper).opacity)
    const ratio = ratioOn(ground, { ...color, alpha: color.alpha * opacity })
    return ratio < least ? [{ ratio, least, better: readableOn(ground, wrapper, least) }] : []
  })
  return low.toSorted((one, other) => one.ratio - other.ratio)[0] ?? null
}

function ratioOn(ground: Rgba, color: Rgba): number {
  return contrast(hexColor(blend(color, ground)), hexColor(ground))
}

/** The first of the other colors that is readable. Black or white always is. */
function readableOn(ground: Rgba, wrapper: HTMLElement, least: number): string {
  const probe = wrapper.ownerDocument.createElement('i')
  wrapper.append(probe)
  const found = otherColors.find((value) => {
    probe.style.color = value
    const color = colorOf(styleOf(probe).color)
    return color !== null && ratioOn(ground, color) >= Math.max(least, contrastAA.text)
  })
  probe.remove()
  return found ?? '#000000'
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

/**
 * The color behind a text: the backgrounds of its own block, what the block covers, and the slide's. Null if a picture,
 * a gradient or anything else of unknown colors is there.
 */
function groundOf(frame: CanvasFrame, slide: Slide, block: Block, element: HTMLElement): Rgba | null {
  const wrapper = frame.view.elementOf(block.id)!
  const layers: Rgba[] = []
  for (let at: HTMLElement | null = element; at; at = at === wrapper ? null : at.parentElement) {
    const color = fillOf(at)
    if (!color) return null
    layers.push(color)
  }
  const drawing = wrapper.querySelector<SVGElement>(':scope svg > path')
  if (drawing) layers.push(colorOf(styleOf(drawing).fill) ?? clear)
  const below = slide.blocks.slice(0, slide.blocks.indexOf(block)).reverse()
  const place = element.getBoundingClientRect()
  for (const other of below) {
    const color = isHidden(other) ? clear : coverOf(frame, other, place)
    if (!color) return null
    layers.push(color)
  }
  const ground = slideGround(frame)
  return ground && layers.reduceRight((back, front) => blend(front, back), ground)
}

const clear: Rgba = { red: 0, green: 0, blue: 0, alpha: 0 }

/** The background color of an element; null if it also has a picture or gradient. */
function fillOf(element: Element): Rgba | null {
  const style = styleOf(element)
  return style.backgroundImage === 'none' ? colorOf(style.backgroundColor) : null
}

/** The color with which a block covers a place; null if that is unknown. */
function coverOf(frame: CanvasFrame, block: Block, place: DOMRect): Rgba | null {
  const wrapper = frame.view.elementOf(block.id)
  if (!wrapper) return clear
  const box = wrapper.getBoundingClientRect()
  const overlaps = box.left < place.right && box.right > place.left && box.top < place.bottom && box.bottom > place.top
  if (!overlaps || block.type === 'line') return clear
  const drawing = block.type === 'shape' ? wrapper.querySelector('svg > path') : null
  if (drawing) return faded(colorOf(styleOf(drawing).fill) ?? clear, wrapper)
  if (!editorOf(block.type)?.text) return null
  const content = wrapper.querySelector('.block-content')
  const colors = [wrapper, content].map((one) => one && fillOf(one))
  return colors.includes(null) ? null : faded(blend(colors[1]!, colors[0]!), wrapper)
}

function faded(color: Rgba, wrapper: Element): Rgba {
  return { ...color, alpha: color.alpha * Number(styleOf(wrapper).opacity) }
}

/** The color of the slide's background; null if it has a gradient, picture, video or page. */
function slideGround(frame: CanvasFrame): Rgba | null {
  const background = frame.document.querySelector('.slide-background')
  const paper = background?.parentElement
  const content = background?.firstElementChild
  if (!background || !paper) return null
  if (content && (content.childElementCount > 0 || fillOf(content) === null)) return null
  const [own, theme] = [fillOf(background), fillOf(paper)]
  return own && theme && blend(own, blend(theme, { red: 255, green: 255, blue: 255, alpha: 1 }))
}
