import { fragmentOf } from '../html/markup.ts'
import { styleOf } from './flow-elements.ts'

/** The look of the elements in a text, kept when the text leaves the flow for a block. */

/** Lengths that are written as shares of the letters, so that they grow with the text. */
const lengths = [
  ...['top', 'right', 'bottom', 'left'].flatMap((side) => [`margin-${side}`, `padding-${side}`]),
  'text-indent',
]
const plain = [
  ...['color', 'font-family', 'font-weight', 'font-style', 'letter-spacing', 'text-align', 'text-transform'],
  ...['text-decoration-line', 'text-shadow', 'text-wrap', 'vertical-align', 'white-space', 'list-style-type'],
  ...['background-color', 'background-image', 'box-shadow', 'border-radius', 'opacity'],
  ...['top', 'right', 'bottom', 'left'].flatMap((side) => [
    `border-${side}-width`,
    `border-${side}-style`,
    `border-${side}-color`,
  ]),
]
const displays = /^(?:block|inline|inline-block|none)$/

/** Computed values of an element, by property. */
type Values = Readonly<Record<string, string>>

const number = (value: string | undefined): number => Number.parseFloat(value ?? '') || 0
const short = (value: number): string => String(Math.round(value * 1000) / 1000)

/** An element and those in it, without what the canvas draws in place of formulas and code. */
function partsOf(root: Element): Element[] {
  const parts: Element[] = []
  const visit = (element: Element): void => {
    parts.push(element)
    if (!element.matches('[data-latex], pre, svg')) for (const child of element.children) visit(child)
  }
  visit(root)
  return parts
}

function valuesOf(element: Element): Values {
  const style = styleOf(element)
  const names = [...lengths, ...plain, 'font-size', 'line-height', 'display', 'width', 'height', 'box-sizing']
  const marker = element.localName === 'li' ? styleOf(element, '::marker') : null
  return {
    ...Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)])),
    ...(marker ? { marker: marker.color } : {}),
    // That of a step changes with it, and its block has the step.
    ...(element.classList.contains('fragment') ? { opacity: '1' } : {}),
  }
}

/** The look of an element and of those in it. */
export function lookOf(root: Element): readonly Values[] {
  return partsOf(root).map(valuesOf)
}

/**
 * The declarations that give an element its look back. `around`: the values that its parent had; none for the outermost.
 * `parentSize`: the size of the letters that its size is a share of.
 */
function declarations(
  was: Values,
  is: Values,
  around: Values | undefined,
  parentSize: number,
): (readonly [string, string])[] {
  const size = number(was['font-size'])
  const em = (value: string | undefined) =>
    number(value) === 0 || size === 0 ? '0' : `${short(number(value) / size)}em`
  const differs = (name: string) => was[name] !== is[name]
  const isBorderless = (name: string) =>
    /^border-.*-(?:style|color)$/.test(name) && isGone(name, was) && isGone(name, is)
  const changed: (readonly [string, string])[] = []
  if (Math.abs(size - number(is['font-size'])) > 0.05 && parentSize > 0)
    changed.push(['font-size', `${short(size / parentSize)}em`])
  if (Math.abs(number(was['line-height']) - number(is['line-height'])) > 0.05 && size > 0)
    changed.push(['line-height', short(number(was['line-height']) / size)])
  // The block has the place of the outermost element.
  for (const name of lengths)
    if ((around || !name.startsWith('margin')) && Math.abs(number(was[name]) - number(is[name])) > 0.05)
      changed.push([name, em(was[name])])
  for (const name of plain) if (differs(name) && !isBorderless(name)) changed.push([name, was[name]!])
  if (differs('display') && displays.test(was.display!) && around) changed.push(['display', was.display!])
  if (differs('marker')) changed.push(['--marker-color', was.marker!])
  return changed
}

const isGone = (name: string, values: Values): boolean =>
  number(values[name.replace(/-(?:style|color)$/, '-width')]) === 0

/** The declarations that give an element of foreign markup its size back, which its own styles may not in a block. */
function sizes(was: Values, is: Values, element: Element): (readonly [string, string])[] {
  if (/^(?:inline|contents|none)$/.test(was.display!)) return []
  const names = element.textContent?.trim() === '' ? ['width', 'height'] : ['width']
  const changed = names.filter((name) => Math.abs(number(was[name]) - number(is[name])) > 0.5)
  if (changed.length === 0) return []
  return [
    ['box-sizing', was['box-sizing']!],
    ...changed.map((name) => [name, `${short(number(was[name]))}px`] as const),
  ]
}

/**
 * A text's markup with the look that it had. `drawn`: its element in the block. The markup stays if the canvas draws
 * other elements than before. `isForeign`: elements keep their sizes too.
 */
export function withLook(html: string, drawn: Element, look: readonly Values[], isForeign: boolean): string {
  const fragment = fragmentOf(html)
  const root = fragment.firstElementChild
  const [parts, now] = [root ? partsOf(root) : [], partsOf(drawn)]
  if (!root || parts.length !== look.length || now.length !== look.length) return html
  const indices = new Map(now.map((element, index) => [element, index]))
  for (const [index, part] of parts.entries()) {
    const parent = now[index]!.parentElement
    const around = parent ? look[indices.get(parent) ?? -1] : undefined
    const parentSize = number(around ? around['font-size'] : parent ? styleOf(parent).fontSize : '')
    const [was, is] = [look[index]!, valuesOf(now[index]!)]
    const sized = isForeign && around ? sizes(was, is, part) : []
    for (const [name, value] of [...declarations(was, is, around, parentSize), ...sized])
      (part as HTMLElement).style.setProperty(name, value)
  }
  return root.outerHTML
}
