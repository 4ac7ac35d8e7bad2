import { attribute, escapeAttribute, type HtmlElement, isTag, parseFragment } from '../document/html.ts'

/** Colors and gradients have none of these; anything else is left to the player. */
const odd = /[;{}<>"'\\]|url|var\(|attr\(|expression/i

/**
 * The first slide's background as an element to be painted before the player is there: '' when it has none. It looks
 * at the first slide's markup only, so a long deck costs no more than a short one.
 */
export function firstBackground(slides: string): string {
  const first = firstSlide(slides)
  if (!first) return ''
  const style = [
    declaration('background-color', attribute(first, 'data-background-color')),
    declaration('background-image', attribute(first, 'data-background-gradient')),
    // A picture that shines through is left to the player: the element has the color beneath it too.
    attribute(first, 'data-background-opacity') === null ? picture(first) : '',
  ].join('')
  return style === '' ? '' : `<div class="first-background" aria-hidden="true" style="${escapeAttribute(style)}"></div>`
}

/** The first section, or the first one inside it when it is a stack. Both start tags stand at the beginning of the markup. */
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
  return value === null || value.trim() === '' || odd.test(value) ? '' : `${property}:${value};`
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
