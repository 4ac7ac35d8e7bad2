/**
 * Auto-animate for blocks. reveal.js animates with a transform, which would override a block's rotation, squeeze its
 * text and move its children twice. Blocks are positioned in px, so the player animates left, top, width and height
 * instead.
 */

/** Per-pair options of reveal.js auto-animate; it animates the computed value of each style. */
interface PairOptions {
  readonly translate?: boolean
  readonly scale?: boolean
  readonly styles?: readonly (string | { readonly property: string; readonly from?: string; readonly to?: string })[]
}

/** Two matching elements of adjacent slides; `from` animates into `to`. */
export interface AnimatedPair {
  readonly from: HTMLElement
  readonly to: HTMLElement
  readonly options?: PairOptions | undefined
}

/** The part of the reveal.js instance that a matcher is called with as `this`. */
interface Matcher {
  getAutoAnimatePairs(from: HTMLElement, to: HTMLElement): AnimatedPair[]
}

const boxStyles = ['left', 'top', 'width', 'height'] as const
/** The subset of reveal.js's animated styles that apply to blocks. */
const blockStyles = ['opacity', 'color', 'background-color', 'font-size', 'border-color', 'border-radius'] as const
const textStyles = ['color', 'font-size', 'line-height', 'letter-spacing'] as const
const shapeStyles = ['fill', 'stroke', 'stroke-width'] as const
const textSelector = 'h1, h2, h3, h4, h5, h6, p, li'
const shapeSelector = ':scope > svg[data-l-shape] > path'

/** Auto-animate matcher: reveal.js's own pairs, except for blocks with a `data-id`, which are paired here. */
export function animatedPairs(this: Matcher, from: HTMLElement, to: HTMLElement): AnimatedPair[] {
  const found = this.getAutoAnimatePairs(from, to)
  const blocks = found.filter((pair) => isBlock(pair.from) && isBlock(pair.to))
  const paired = new Set(blocks.flatMap((pair) => [pair.from, pair.to]))
  const isInside = (element: HTMLElement): boolean => {
    const block = element.parentElement?.closest<HTMLElement>('.block')
    return block !== null && block !== undefined && paired.has(block)
  }
  const others = found.filter((pair) => !paired.has(pair.to) && !isInside(pair.from) && !isInside(pair.to))
  return [...blocks.flatMap(movedBlock), ...others]
}

function isBlock(element: HTMLElement): boolean {
  return element.matches('section > .block[data-id]')
}

function movedBlock({ from, to }: AnimatedPair): AnimatedPair[] {
  const still = { translate: false, scale: false }
  const turn = rotationBetween(from, to)
  const rotation = turn === 0 ? [] : [{ property: 'rotate', from: `${turn}deg`, to: '0deg' }]
  return [
    { from, to, options: { ...still, styles: [...boxStyles, ...blockStyles, ...rotation] } },
    ...matchingElements(from, to, textSelector).map((pair) => ({ ...pair, options: { ...still, styles: textStyles } })),
    ...matchingElements(from, to, shapeSelector).map((pair) => ({
      ...pair,
      options: { ...still, styles: shapeStyles },
    })),
  ]
}

/** Elements at the same index in both blocks with the same tag and text. */
function matchingElements(from: HTMLElement, to: HTMLElement, selector: string): AnimatedPair[] {
  const others = [...from.querySelectorAll<HTMLElement>(selector)]
  return [...to.querySelectorAll<HTMLElement>(selector)].flatMap((element, index) => {
    const other = others[index]
    const same = other?.nodeName === element.nodeName && other.textContent === element.textContent
    return same ? [{ from: other, to: element }] : []
  })
}

/** Shortest rotation from `to` back to `from`, in degrees from -180 to 180. */
function rotationBetween(from: HTMLElement, to: HTMLElement): number {
  const turn = (((rotationOf(from) - rotationOf(to)) % 360) + 360) % 360
  return turn > 180 ? turn - 360 : turn
}

function rotationOf(block: HTMLElement): number {
  return Number(/^rotate\((-?[\d.]+)deg\)$/.exec(block.style.transform)?.[1] ?? 0)
}
