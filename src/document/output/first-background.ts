import { attribute, escapeAttribute, type HtmlElement, isTag, parseFragment } from '../html.ts'

/** Matches values that are more than a plain color or gradient; the player draws those. */
const unsupported = /[;{}<>"'\\]|url|var\(|attr\(|expression/i

/**
 * Renders the first slide's background as an element to paint before the player starts; '' if it has none. Parses the
 * first slide only, so the cost does not grow with the deck.
 */
export function firstBackground(slides: string): string {
  const first = firstSlide(slides)
  if (!first) return ''
  const style = [
    declaration('background-color', attribute(first, 'data-background-color')),
    declaration('background-image', attribute(first, 'data-background-gradient')),
    // A picture with an opacity is left to the player: here the opacity would apply to the color below it too.
    attribute(first, 'data-background-opacity') === null ? picture(first) : '',
  ].join('')
  return style === '' ? '' : `<div class="first-background" aria-hidden="true" style="${escapeAttribute(style)}"></div>`
}

/**
 * The first slide: the first section, or the first inside it if it is a stack. Both start tags are at the beginning of
 * the markup.
 */
function firstSlide(slides: string): HtmlElement | null {
  const start = slides.indexOf('<section')
  if (start < 0) return null
  const second = slides.indexOf('>', slides.indexOf('<section', start + 8))
  const beginning = slides.slice(start, second < 0 ? slides.indexOf('>', start) + 1 : second + 1)
  const outer = parseFragment(beginning).childNodes[0]
  if (!outer || !isTag(outer, 'section')) return null
  const inner = outer.childNodes.find((node) => isTag(node, 'section'))
  const inStack = inner && /^\s*$/.test(beginning.slice(beginning.indexOf('>') + 1, beginning.indexOf('<section', 8)))
  return inner && inStack && isTag(inner, 'section') ? inner : outer
}

function declaration(property: string, value: string | null): string {
  return value === null || value.trim() === '' || unsupported.test(value) ? '' : `${property}:${value};`
}

function picture(slide: HtmlElement): string {
  const address = attribute(slide, 'data-background-image')
  if (!address || !/^(https:\/\/|\/m\/)/.test(address) || /["'()\\\s<>]/.test(address)) return ''
  const layout = ['size', 'position', 'repeat'].map((part) => {
    const property = `background-${part}`
    return declaration(property, attribute(slide, `data-${property}`))
  })
  return `background-image:url("${address}");${layout.join('')}`
}
