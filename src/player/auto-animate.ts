/**
 * How blocks move from slide to slide. reveal.js moves an element by a transform, which would undo a block's rotation,
 * squeeze its text and move what lies in it twice; blocks are placed in px, so the player moves their frame instead.
 */

/** What reveal.js may be told about a pair; it animates the computed value of each style. */
interface PairOptions {
  readonly translate?: boolean
  readonly scale?: boolean
  readonly styles?: readonly (string | { readonly property: string; readonly from?: string; readonly to?: string })[]
}

/** Two elements of neighboring slides of which the first moves into the second. */
export interface AnimatedPair {
  readonly from: HTMLElement
  readonly to: HTMLElement
  readonly options?: PairOptions | undefined
}

/** The part of reveal.js that calls a matcher with itself as `this`. */
interface Matcher {
  getAutoAnimatePairs(from: HTMLElement, to: HTMLElement): AnimatedPair[]
}

const frame = ['left', 'top', 'width', 'height'] as const
/** Of what reveal.js animates by itself: the styles of a block. */
const looks = ['opacity', 'color', 'background-color', 'font-size', 'border-color', 'border-radius'] as const
const textLooks = ['color', 'font-size', 'line-height', 'letter-spacing'] as const
const formLooks = ['fill', 'stroke', 'stroke-width'] as const
const texts = 'h1, h2, h3, h4, h5, h6, p, li'
const form = ':scope > svg[data-l-shape] > path'

/** Pairs the elements of two slides: as reveal.js does, but for blocks with a name of their own (`data-id`). */
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
  const turn = turnBetween(from, to)
  const turned = turn === 0 ? [] : [{ property: 'rotate', from: `${turn}deg`, to: '0deg' }]
  return [
    { from, to, options: { ...still, styles: [...frame, ...looks, ...turned] } },
    ...alike(from, to, texts).map((pair) => ({ ...pair, options: { ...still, styles: textLooks } })),
    ...alike(from, to, form).map((pair) => ({ ...pair, options: { ...still, styles: formLooks } })),
  ]
}

/** The elements that both blocks have at the same place, with the same text. */
function alike(from: HTMLElement, to: HTMLElement, selector: string): AnimatedPair[] {
  const others = [...from.querySelectorAll<HTMLElement>(selector)]
  return [...to.querySelectorAll<HTMLElement>(selector)].flatMap((element, index) => {
    const other = others[index]
    const same = other?.nodeName === element.nodeName && other.textContent === element.textContent
    return same ? [{ from: other, to: element }] : []
  })
}

/** Degrees from the rotation of `to` back to that of `from`, the short way: from -180 to 180. */
function turnBetween(from: HTMLElement, to: HTMLElement): number {
  const turn = (((rotationOf(from) - rotationOf(to)) % 360) + 360) % 360
  return turn > 180 ? turn - 360 : turn
}

function rotationOf(block: HTMLElement): number {
  return Number(/^rotate\((-?[\d.]+)deg\)$/.exec(block.style.transform)?.[1] ?? 0)
}
