import { fragmentClasses } from '../rules/fragment-styles.ts'
import { type BlockList, definitionOf } from './block-list.ts'
import { type Declaration, parseDeclarations } from './css-declarations.ts'
import { parsePx } from './css-number.ts'
import type { Block, BlockId, Fragment, Frame } from './deck-model.ts'
import { attribute, attributesOf, type HtmlElement, innerHtml, innerRangeOf, isTag, parseFragment } from './html.ts'
import { isBlockId } from './ids.ts'
import { sameMarkup } from './same-markup.ts'

/** Wrapper attributes with a field of their own; all others go to Block.attributes. */
const ownAttributes = new Set(['class', 'style', 'data-block-type', 'data-block-id'])

/**
 * Parses a block from its wrapper, `div.block[data-block-type]`. Null if the element is no wrapper, or if the block
 * would not render to the same markup: nothing written by hand may be lost, so the caller keeps the original.
 * `fallbackId`: the id of a block without a valid one.
 */
export function parseBlock(element: HtmlElement, blocks: BlockList, fallbackId: BlockId): Block | null {
  const classes = wrapperClasses(element)
  if (!classes || !innerRangeOf(element)) return null
  const definition = definitionOf(blocks, attribute(element, 'data-block-type') ?? '')
  const place = definition && parsePosition(attribute(element, 'style') ?? '')
  if (!definition || !place) return null
  const props = definition.parse(element)
  if (props === null) return null
  const id = attribute(element, 'data-block-id') ?? ''
  const block: Block = {
    id: isBlockId(id) ? id : fallbackId,
    type: definition.type,
    ...place,
    ...parseLabels(element, classes),
    props,
  }
  const rendered = definition.render(block)
  return rendered === innerHtml(element) || sameMarkup(parseFragment(rendered), element, definition.derived)
    ? block
    : null
}

/** A wrapper's classes except `block`; null if the element is no wrapper. */
function wrapperClasses(element: HtmlElement): string[] | null {
  if (!isTag(element, 'div')) return null
  const value = attribute(element, 'class')
  if (value === null) return null
  const classes = value.split(/[ \t\n\f\r]+/).filter((name) => name !== '')
  const own = classes.indexOf('block')
  if (own < 0) return null
  classes.splice(own, 1)
  return classes
}

type Labels = Pick<Block, 'name' | 'locked' | 'fragment' | 'classes' | 'attributes'>

function parseLabels(element: HtmlElement, classes: string[]): Labels {
  let name = ''
  let locked = false
  let index: number | null = null
  const isFragment = classes.includes('fragment')
  const attributes: [string, string][] = []
  for (const [key, value] of attributesOf(element)) {
    if (ownAttributes.has(key)) continue
    if (key === 'data-name') name = value
    else if (key === 'data-locked' && (value === 'true' || value === '')) locked = true
    else if (key === 'data-fragment-index' && isFragment && /^(0|[1-9]\d{0,5})$/.test(value)) index = Number(value)
    else attributes.push([key, value])
  }
  const fragment = isFragment ? takeFragment(classes, index) : null
  return { name, locked, fragment, classes, attributes }
}

/** Removes `fragment` and its style from the classes. */
function takeFragment(classes: string[], index: number | null): Fragment {
  classes.splice(classes.indexOf('fragment'), 1)
  const at = classes.findIndex((name) => fragmentClasses.includes(name))
  const style = at < 0 ? '' : classes[at]!
  if (at >= 0) classes.splice(at, 1)
  return { style, index }
}

/** The frame and the other declarations. Null if the style has no px position. */
function parsePosition(style: string): { frame: Frame; style: Declaration[] } | null {
  const declarations = parseDeclarations(style)
  if (!declarations) return null
  const placed = new Map<string, string>()
  const rest: Declaration[] = []
  for (const declaration of declarations) {
    const [property, value] = declaration
    const places = property === 'left' || property === 'top' || property === 'width' || property === 'height'
    if (places && placed.has(property)) return null
    if (places || (property === 'transform' && !placed.has(property) && rotation(value) !== null)) {
      placed.set(property, value)
    } else rest.push(declaration)
  }
  const x = parsePx(placed.get('left'))
  const y = parsePx(placed.get('top'))
  const width = parsePx(placed.get('width'))
  const height = placed.get('height') === 'auto' ? null : parsePx(placed.get('height'))
  if (x === null || y === null || width === null || (height === null && placed.get('height') !== 'auto')) return null
  // CSS ignores a negative size: such a block has no frame.
  if (width < 0 || (height ?? 0) < 0) return null
  return { frame: { x, y, width, height, rotation: rotation(placed.get('transform') ?? '') ?? 0 }, style: rest }
}

/** Degrees of `rotate(15deg)`, normalized to 0 <= r < 360; null for any other transform. */
function rotation(transform: string): number | null {
  const match = /^rotate\((-?\d{1,5}(?:\.\d{1,4})?)deg\)$/.exec(transform)
  if (!match) return null
  const degrees = Number(match[1])
  return degrees >= 0 && degrees < 360 ? degrees + 0 : ((degrees % 360) + 360) % 360
}
