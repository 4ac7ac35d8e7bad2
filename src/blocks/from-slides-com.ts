import { bareBlock } from '../document/bare-block.ts'
import { type Declaration, parseDeclarations } from '../document/css-declarations.ts'
import type { Block, BlockType, BlockTypes, Fragment, Frame } from '../document/deck-model.ts'
import { attribute, type HtmlElement, type HtmlNode, isElement, isTag, textContent } from '../document/html.ts'
import { newBlockId } from '../document/ids.ts'
import {
  classesOf,
  elementsBelow,
  hasClass,
  markupIn,
  nodesOf,
  removeNode,
  replaceNode,
} from '../document/import/tree.ts'
import { renderBlock } from '../document/render-block.ts'
import { fragmentClasses } from '../rules/fragment-styles.ts'
import { limits } from '../rules/limits.ts'
import { dashes } from './dashes.ts'
import { blocks, blockTypes } from './index.ts'
import type { LineHead } from './line/line-path.ts'
import { isShapeName, type ShapeName } from './shape/shapes.ts'

/** Blocks in the markup of slides.com as our own. */

type Props<T extends BlockType> = BlockTypes[T]
interface Made {
  readonly type: BlockType
  readonly props: unknown
  /** Replaces the frame. */
  readonly frame?: Frame
}

/** A block of slides.com, taken apart. */
interface SlBlock {
  readonly wrapper: HtmlElement
  readonly content: HtmlElement
  readonly frame: Frame
  readonly data: (name: string) => string
}

const declarationsOf = (element: HtmlElement): readonly Declaration[] =>
  parseDeclarations(attribute(element, 'style') ?? '') ?? []
const styleOf = (element: HtmlElement): Record<string, string> => Object.fromEntries(declarationsOf(element))
const px = (value: string | undefined): number | null => {
  const number = /^(-?\d+(?:\.\d+)?)(?:px)?$/.exec(value?.trim() ?? '')
  return number ? Number(number[1]) : null
}

function rotationOf(...elements: readonly HtmlElement[]): number {
  for (const element of elements) {
    const found = /rotate\((-?[\d.]+)deg\)/.exec(styleOf(element).transform ?? '')
    if (found) return ((Number(found[1]) % 360) + 360) % 360
  }
  return 0
}

function frameOf(wrapper: HtmlElement, style: HtmlElement | null, content: HtmlElement): Frame {
  const place = styleOf(wrapper)
  const rotation = rotationOf(wrapper, ...(style ? [style] : []), content)
  return {
    ...{ x: px(place.left) ?? 0, y: px(place.top) ?? 0, width: px(place.width) ?? 300 },
    ...{ height: px(place.height), rotation },
  }
}

const first = (parent: HtmlElement, ...names: readonly string[]): HtmlElement | undefined =>
  elementsBelow(parent, ({ tagName }) => names.includes(tagName))[0]

/** The markup of the content without what only the editor of slides.com needs. */
function contentOf(content: HtmlElement): string {
  for (const extra of elementsBelow(content, (element) => hasClass(element, 'editing-ui'), false)) removeNode(extra)
  return markupIn(content).trim()
}

function textBlock({ content, data }: SlBlock): Made {
  const html = contentOf(content)
  const plain = html !== '' && !/<(?:p|h[1-6]|ul|ol|div|blockquote|pre)\b/i.test(html) ? `<p>${html}</p>` : html
  const padding = px(styleOf(content).padding) ?? 0
  const props: Props<'text'> = {
    ...{ html: plain, fit: 'none', verticalAlign: 'top', padding },
    placeholder: html === '' ? data('placeholder-text').replace(/[^\p{L}\p{M}\p{N}_ .,;|%+!?'’-]/gu, '') : '',
  }
  return { type: 'text', props }
}

function imageBlock({ content }: SlBlock): Made {
  const picture = first(content, 'img')
  const link = first(content, 'a')
  const style = styleOf(content)
  const crop = picture ? cropOf(picture) : null
  const props: Props<'image'> = {
    ...blockTypes.image.defaults().props,
    src: picture ? (attribute(picture, 'src') ?? attribute(picture, 'data-src') ?? '') : '',
    alt: picture ? (attribute(picture, 'alt') ?? '') : '',
    fit: 'fill',
    crop,
    radius: px(style['border-radius']) ?? 0,
    link: link ? (attribute(link, 'href') ?? '') : '',
  }
  return { type: 'image', props }
}

/** The visible part of a picture, in fractions. */
function cropOf(picture: HtmlElement): Props<'image'>['crop'] {
  const part = (name: string) => Number(attribute(picture, `data-crop-${name}`) ?? Number.NaN)
  const [x, y, width, height] = [part('x'), part('y'), part('width'), part('height')]
  const isValid = [x, y, width, height].every((value) => Number.isFinite(value) && value! >= 0 && value! <= 1)
  return isValid && width! > 0 && height! > 0 && (width! < 1 || height! < 1)
    ? { x: x!, y: y!, width: width!, height: height! }
    : null
}

/** Shapes of slides.com with another name here. */
const shapeNames: Readonly<Record<string, ShapeName>> = {
  rect: 'rectangle',
  circle: 'ellipse',
  'triangle-up': 'triangle',
  star: 'star-5',
  'arrow-right': 'arrow-right',
  'arrow-left': 'arrow-left',
  'arrow-up': 'arrow-up',
  'arrow-down': 'arrow-down',
}

function shapeOf(name: string): ShapeName | null {
  return shapeNames[name] ?? (isShapeName(name) ? name : null)
}

function shapeBlock(block: SlBlock): Made {
  const { content, data } = block
  const name = data('shape-type') || (attribute(block.wrapper, 'data-svg-shape') ?? '')
  const shape = shapeOf(name)
  const drawn = elementsBelow(content, ({ tagName }) => tagName === 'svg')[0]
  const form = drawn
    ? elementsBelow(drawn, ({ tagName }) => /^(?:rect|circle|ellipse|path|polygon)$/.test(tagName))[0]
    : undefined
  const fill = data('shape-fill-color') || (form ? (attribute(form, 'fill') ?? '') : '')
  const strokeWidth = px(data('shape-stroke-width')) ?? (form ? px(attribute(form, 'stroke-width') ?? '') : null) ?? 0
  if (!shape && drawn) return drawingBlock(drawn)
  const dash = dashes.find((one) => one === data('shape-stroke-style')) ?? 'solid'
  const props: Props<'shape'> = {
    ...blockTypes.shape.defaults().props,
    ...{ shape: shape ?? 'rectangle', fill, strokeWidth, dash },
    stroke: data('shape-stroke-color') || (form ? (attribute(form, 'stroke') ?? '') : ''),
  }
  return { type: 'shape', props }
}

/** A symbol: its drawing as it is. */
function drawingBlock(svg: HtmlElement): Made {
  const box = attribute(svg, 'viewBox') ?? ''
  const [width, height] = [px(attribute(svg, 'width') ?? ''), px(attribute(svg, 'height') ?? '')]
  const viewBox = box || (width && height ? `0 0 ${width} ${height}` : '0 0 100 100')
  const holder = `<svg viewBox="${viewBox}" preserveAspectRatio="none" aria-hidden="true" style="width: 100%; height: 100%;">${markupIn(svg)}</svg>`
  return { type: 'snippet', props: { html: holder } }
}

const heads: Readonly<Record<string, LineHead>> = {
  'line-arrow': 'arrow',
  arrow: 'triangle',
  circle: 'circle',
  square: 'square',
}

function lineBlock({ content, data, frame }: SlBlock): Made {
  const point = (name: string) => Number(data(`line-${name}`)) || 0
  const [x1, y1, x2, y2] = [point('x1'), point('y1'), point('x2'), point('y2')]
  const [left, top] = [Math.min(x1, x2), Math.min(y1, y2)]
  const [width, height] = [Math.max(Math.abs(x2 - x1), 1), Math.max(Math.abs(y2 - y1), 1)]
  const drawn = elementsBelow(content, ({ tagName }) => tagName === 'path' || tagName === 'line').at(-1)
  const props: Props<'line'> = {
    ...blockTypes.line.defaults().props,
    points: [
      { x: (x1 - left) / width, y: (y1 - top) / height },
      { x: (x2 - left) / width, y: (y2 - top) / height },
    ],
    start: heads[data('line-start-type')] ?? 'none',
    end: heads[data('line-end-type')] ?? 'none',
    dash: dashes.find((one) => one === data('line-style')) ?? 'solid',
    color: data('line-color') || (drawn ? (attribute(drawn, 'stroke') ?? '') : ''),
    width: px(data('line-width')) ?? (drawn ? px(attribute(drawn, 'stroke-width') ?? '') : null) ?? 2,
  }
  return { type: 'line', props, frame: { x: frame.x + left, y: frame.y + top, width, height, rotation: 0 } }
}

function codeBlock({ content }: SlBlock): Made {
  for (const extra of elementsBelow(content, (element) => hasClass(element, 'editing-ui'), false)) removeNode(extra)
  const code = first(content, 'code') ?? content
  const pre = first(content, 'pre')
  const numbers = attribute(code, 'data-line-numbers')
  const names = [...classesOf(code), ...(pre ? classesOf(pre) : [])].filter((name) => name !== 'hljs')
  const props: Props<'code'> = {
    ...blockTypes.code.defaults().props,
    code: textContent(code).replace(/\n$/, ''),
    language: names.map((name) => name.replace(/^lang(?:uage)?-/, ''))[0] ?? '',
    lineNumbers: numbers !== null,
    steps: /^[0-9,|-]{1,100}$/.test(numbers ?? '') && /\d/.test(numbers ?? '') ? (numbers as string) : '',
  }
  return { type: 'code', props }
}

function mathBlock({ content }: SlBlock): Made {
  const input = elementsBelow(content, (element) => hasClass(element, 'math-input'))[0]
  const source = elementsBelow(content, ({ tagName }) => tagName === 'annotation')[0]
  const latex = textContent(input ?? source ?? content)
    .trim()
    .replace(/^\\\[|\\\]$|^\$\$|\$\$$/g, '')
  return { type: 'math', props: { ...blockTypes.math.defaults().props, latex: latex.slice(0, limits.slide.formula) } }
}

function iframeBlock({ content }: SlBlock): Made {
  const frame = first(content, 'iframe')
  const src = frame ? (attribute(frame, 'src') ?? attribute(frame, 'data-src') ?? '') : ''
  const title = frame ? (attribute(frame, 'title') ?? '') : ''
  return { type: 'iframe', props: { ...blockTypes.iframe.defaults().props, src, ...(title ? { title } : {}) } }
}

function mediaProps(element: HtmlElement | undefined) {
  const source = element && first(element, 'source')
  const has = (name: string) => element !== undefined && attribute(element, name) !== null
  const named = (one: HtmlElement | undefined) => (one ? (attribute(one, 'src') ?? attribute(one, 'data-src')) : null)
  return {
    src: named(element) ?? named(source) ?? '',
    ...{ controls: has('controls'), loop: has('loop'), autoplay: has('data-autoplay') || has('autoplay') },
  }
}

function videoBlock({ content }: SlBlock): Made {
  const video = first(content, 'video')
  const poster = video ? (attribute(video, 'poster') ?? '') : ''
  const muted = video !== undefined && attribute(video, 'muted') !== null
  return { type: 'video', props: { ...blockTypes.video.defaults().props, ...mediaProps(video), muted, poster } }
}

function audioBlock({ content }: SlBlock): Made {
  return { type: 'audio', props: { ...blockTypes.audio.defaults().props, ...mediaProps(first(content, 'audio')) } }
}

/** What has no block of its own here stands in a frame as it is. */
function snippetBlock({ content }: SlBlock): Made {
  return { type: 'snippet', props: { html: contentOf(content) } }
}

const makers: Readonly<Record<string, (block: SlBlock) => Made>> = {
  text: textBlock,
  image: imageBlock,
  shape: shapeBlock,
  line: lineBlock,
  code: codeBlock,
  math: mathBlock,
  iframe: iframeBlock,
  video: videoBlock,
  audio: audioBlock,
}

/** Styles of the content that count for the whole block here. */
const keptStyles = new Set(
  'color background-color font-size font-family line-height letter-spacing text-align opacity border-style border-width border-color border-radius box-shadow text-shadow filter font-weight font-style'.split(
    ' ',
  ),
)

function fragmentOf(...elements: readonly HtmlElement[]): Fragment | null {
  const element = elements.find((one) => hasClass(one, 'fragment'))
  if (!element) return null
  const style = classesOf(element).find((name) => name !== '' && fragmentClasses.includes(name)) ?? ''
  const index = attribute(element, 'data-fragment-index')
  return { style, index: index !== null && /^\d{1,6}$/.test(index) ? Number(index) : null }
}

/** The animations of slides.com that are fragments here when they run at a step. */
const animations: Readonly<Record<string, string>> = {
  'slide-up': 'fade-up',
  'slide-down': 'fade-down',
  'slide-left': 'fade-left',
  'slide-right': 'fade-right',
}

function fragmentWithAnimation(fragment: Fragment | null, data: SlBlock['data']): Fragment | null {
  const style = animations[data('animation-type')]
  return fragment && fragment.style === '' && style ? { ...fragment, style } : fragment
}

/** 16 digits made of an id of any form. */
const groupId = (name: string): string => {
  let hex = ''
  for (const character of name) hex += character.charCodeAt(0).toString(16)
  return hex.padEnd(16, '0').slice(-16)
}

const contentElement = (wrapper: HtmlElement): HtmlElement | undefined =>
  elementsBelow(wrapper, (element) => hasClass(element, 'sl-block-content'))[0]

const isWrapper = (node: HtmlNode): node is HtmlElement =>
  isElement(node) && isTag(node, 'div') && hasClass(node, 'sl-block') && contentElement(node) !== undefined

function convert(wrapper: HtmlElement): Block {
  const content = contentElement(wrapper)!
  const styled = elementsBelow(wrapper, (element) => hasClass(element, 'sl-block-style'))[0] ?? null
  const data = (name: string) => attribute(content, `data-${name}`) ?? attribute(wrapper, `data-${name}`) ?? ''
  const frame = frameOf(wrapper, styled, content)
  const type = attribute(wrapper, 'data-block-type') ?? ''
  const fragment = fragmentWithAnimation(fragmentOf(content, ...(styled ? [styled] : []), wrapper), data)
  const made = (makers[type] ?? snippetBlock)({ wrapper, content, frame, data })
  const needsHeight = blockTypes[made.type].capabilities.resize === 'box' && made.type !== 'text'
  const height = frame.height ?? (needsHeight ? (blockTypes[made.type].defaults().frame.height ?? 200) : null)
  const styles = [...(styled ? declarationsOf(styled) : []), ...declarationsOf(content)].filter(([name]) =>
    keptStyles.has(name),
  )
  const group = data('group-id')
  const autoAnimate = attribute(wrapper, 'data-id')
  return {
    ...bareBlock,
    ...{ id: newBlockId(), type: made.type, frame: made.frame ?? { ...frame, height }, fragment, props: made.props },
    name: (attribute(wrapper, 'data-name') ?? '').slice(0, limits.slide.blockName),
    locked: attribute(wrapper, 'data-locked') !== null || hasClass(wrapper, 'locked'),
    style: made.type === 'shape' || made.type === 'line' ? styles.filter(([name]) => name === 'opacity') : styles,
    attributes: [
      ...(group ? [['data-l-groups', groupId(group)] as const] : []),
      ...(autoAnimate ? [['data-id', autoAnimate] as const] : []),
    ],
  }
}

/** The order in which blocks of slides.com are drawn. */
function depthOf(wrapper: HtmlElement): number {
  const parts = [
    wrapper,
    ...elementsBelow(
      wrapper,
      (element) => hasClass(element, 'sl-block-content') || hasClass(element, 'sl-block-style'),
    ),
  ]
  const depths = parts.map((part) => Number.parseInt(styleOf(part)['z-index'] ?? '', 10)).filter(Number.isFinite)
  return depths.length > 0 ? Math.max(...depths) : 0
}

/** Replaces the blocks of slides.com by our own, in the order in which they are drawn. */
export function convertSlBlocks(slides: HtmlElement): void {
  for (const section of elementsBelow(slides, ({ tagName }) => tagName === 'section')) {
    const wrappers = section.childNodes.filter(isWrapper)
    const made = wrappers.toSorted((a, b) => depthOf(a) - depthOf(b)).map(convert)
    for (const [index, wrapper] of wrappers.entries()) {
      replaceNode(wrapper, nodesOf(`${renderBlock(made[index]!, blocks)}\n`))
    }
  }
}
