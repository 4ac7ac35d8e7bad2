import { bareBlock } from '../document/bare-block.ts'
import type { Block, Fragment, Frame } from '../document/deck-model.ts'
import { attribute, type HtmlElement, type HtmlNode, isElement, isTag, onlyElements } from '../document/html.ts'
import { newBlockId } from '../document/ids.ts'
import { classesOf, elementsBelow, hasClass, isWithin, nodesOf, replaceNode } from '../document/import/tree.ts'
import { renderBlock } from '../document/render-block.ts'
import { fragmentClasses } from '../rules/fragment-styles.ts'
import { limits } from '../rules/limits.ts'
import { blocks, blockTypes } from './index.ts'
import { declarationsOf, makers, px, type SlBlock, snippetBlock, styleOf } from './slides-com-content.ts'

/** Blocks in the markup of slides.com as our own. */

function rotationOf(...elements: readonly HtmlElement[]): number {
  for (const element of elements) {
    const found = /rotate\((-?[\d.]+)deg\)/.exec(styleOf(element).transform ?? '')
    if (found) return ((Number(found[1]) % 360) + 360) % 360
  }
  return 0
}

/** The widest picture without a size, in px. */
const widest = 1_920

/** A picture without a size has its own. */
function naturalSize(content: HtmlElement): { readonly width: number; readonly height: number } | null {
  const picture = elementsBelow(content, ({ tagName }) => tagName === 'img')[0]
  const [width, height] = ['width', 'height'].map((side) =>
    Number(picture ? attribute(picture, `data-natural-${side}`) : Number.NaN),
  ) as [number, number]
  const fit = Math.min(1, widest / width)
  return width > 0 && height > 0 ? { width: Math.round(width * fit), height: Math.round(height * fit) } : null
}

function frameOf(wrapper: HtmlElement, style: HtmlElement | null, content: HtmlElement): Frame {
  const place = styleOf(wrapper)
  const rotation = rotationOf(wrapper, ...(style ? [style] : []), content)
  const [x, width, height] = [px(place.left) ?? 0, px(place.width), px(place.height)]
  const natural = width === null && height === null ? naturalSize(content) : null
  return {
    ...{ x, y: px(place.top) ?? 0, width: width ?? natural?.width ?? Math.max(300, 960 - x) },
    ...{ height: height ?? natural?.height ?? null, rotation },
  }
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

/** Classes that slides.com or its player set. */
const theirClasses =
  /^(?:sl-|fragment$|notranslate$|animate$|visible$|focus$|is-|has-|editing|locked$|current-fragment$)/

/** The author's own classes of a block's elements. */
function ownClasses(...elements: readonly HtmlElement[]): string[] {
  const names = elements
    .flatMap(classesOf)
    .filter((name) => !theirClasses.test(name) && !fragmentClasses.includes(name))
  return [...new Set(names)]
}

/** The groups that a block is in, outermost first, and the step of the innermost that has one. */
interface Around {
  readonly groups: readonly string[]
  readonly fragment: Fragment | null
}

/** The name by which slides.com matches blocks of slides that change into each other. */
function pairName(wrapper: HtmlElement): string | null {
  const section = wrapper.parentNode as HtmlElement
  const isAnimated = isElement(section) && attribute(section, 'data-auto-animate') !== null
  return attribute(wrapper, 'data-id') ?? (isAnimated ? attribute(wrapper, 'data-name') : null)
}

function convert(wrapper: HtmlElement, around: Around): Block {
  const content = contentElement(wrapper)!
  const styled = elementsBelow(wrapper, (element) => hasClass(element, 'sl-block-style'))[0] ?? null
  const parts = [content, ...(styled ? [styled] : []), wrapper]
  const data = (name: string) => attribute(content, `data-${name}`) ?? attribute(wrapper, `data-${name}`) ?? ''
  const frame = frameOf(wrapper, styled, content)
  const type = attribute(wrapper, 'data-block-type') ?? ''
  const fragment = fragmentWithAnimation(fragmentOf(...parts), data) ?? around.fragment
  const made = (makers[type] ?? snippetBlock)({ wrapper, content, frame, data })
  const needsHeight = blockTypes[made.type].capabilities.resize === 'box' && made.type !== 'text'
  const height = frame.height ?? (needsHeight ? (blockTypes[made.type].defaults().frame.height ?? 200) : null)
  const given = [...(styled ? declarationsOf(styled) : []), ...declarationsOf(content)].filter(([name]) =>
    keptStyles.has(name),
  )
  const isDrawn = made.type === 'shape' || made.type === 'line'
  const added = made.style ?? []
  const styles = given.filter(([name]) => (isDrawn ? name === 'opacity' : !added.some(([other]) => other === name)))
  const groups = [...around.groups, ...(data('group-id') ? [data('group-id')] : [])].map(groupId)
  const pair = pairName(wrapper)
  return {
    ...bareBlock,
    ...{ id: newBlockId(), type: made.type, frame: made.frame ?? { ...frame, height }, fragment, props: made.props },
    name: (attribute(wrapper, 'data-name') ?? '').slice(0, limits.slide.blockName),
    locked: attribute(wrapper, 'data-locked') !== null || hasClass(wrapper, 'locked'),
    classes: ownClasses(content, wrapper),
    style: [...styles, ...added],
    attributes: [
      ...(groups.length > 0 ? [['data-l-groups', groups.slice(0, 8).join(' ')] as const] : []),
      ...(pair ? [['data-id', pair] as const] : []),
      ...(made.attributes ?? []),
    ],
  }
}

/** Whether a block is a group that contains nothing but blocks: others stay whole, so that nothing is lost. */
function isGroup(wrapper: HtmlElement): boolean {
  if (attribute(wrapper, 'data-block-type') !== 'group') return false
  const members = onlyElements(contentElement(wrapper)!)
  return members?.every((one) => isWrapper(one) || hasClass(one, 'editing-ui')) ?? false
}

/** The blocks of a group's members, as they stand on the slide; of any other block itself. */
function blocksOf(wrapper: HtmlElement, around: Around): Block[] {
  if (!isGroup(wrapper)) return [convert(wrapper, around)]
  const content = contentElement(wrapper)!
  const { left, top } = styleOf(wrapper)
  const inside = {
    groups: [...around.groups, attribute(wrapper, 'data-block-id') ?? newBlockId()],
    fragment: fragmentOf(content, wrapper) ?? around.fragment,
  }
  return inOrder(content.childNodes.filter(isWrapper), inside).map((block) =>
    block.frame
      ? { ...block, frame: { ...block.frame, x: block.frame.x + (px(left) ?? 0), y: block.frame.y + (px(top) ?? 0) } }
      : block,
  )
}

const inOrder = (wrappers: readonly HtmlElement[], around: Around): Block[] =>
  wrappers.toSorted((a, b) => depthOf(a) - depthOf(b)).flatMap((wrapper) => blocksOf(wrapper, around))

/** The order in which blocks of slides.com are drawn. */
function depthOf(wrapper: HtmlElement): number {
  const content = contentElement(wrapper)
  const styled = elementsBelow(wrapper, (element) => hasClass(element, 'sl-block-style'))[0]
  const isOwn = styled !== undefined && content !== undefined && isWithin(content, (element) => element === styled)
  const parts = [wrapper, ...(content ? [content] : []), ...(isOwn ? [styled] : [])]
  const depths = parts.map((part) => Number.parseInt(styleOf(part)['z-index'] ?? '', 10)).filter(Number.isFinite)
  return depths.length > 0 ? Math.max(...depths) : 0
}

/** Replaces the blocks of slides.com by our own, in the order in which they are drawn. Returns whether there are any. */
export function convertSlBlocks(slides: HtmlElement): boolean {
  let isAny = false
  for (const section of elementsBelow(slides, ({ tagName }) => tagName === 'section')) {
    const wrappers = section.childNodes.filter(isWrapper)
    const made = inOrder(wrappers, { groups: [], fragment: null }).map((block) => `${renderBlock(block, blocks)}\n`)
    isAny ||= wrappers.length > 0
    for (const [index, wrapper] of wrappers.entries()) {
      const isLast = index === wrappers.length - 1
      replaceNode(wrapper, nodesOf(made.slice(index, isLast ? undefined : index + 1).join('')))
    }
  }
  return isAny
}
