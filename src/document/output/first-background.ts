import { attribute, escapeAttribute, type HtmlElement, isTag, parseFragment } from '../html.ts'
import { contentDeclarations, groundDeclarations } from '../slide-background.ts'

/**
 * Renders the first slide's background as an element to paint before the player starts; '' if it has none. Parses the
 * first slide only, so the cost does not grow with the deck. A picture has an element of its own if something applies
 * only to it.
 */
export function firstBackground(slides: string): string {
  const first = firstSlide(slides)
  if (!first) return ''
  const named = (name: string) => attribute(first, name)
  const ground = groundDeclarations(named)
  const content = contentDeclarations(named)
  if (!content.some(([property]) => property === 'background-image')) return element('first-background', ground)
  const own = content.some(([property]) => ['opacity', 'filter'].includes(property))
  if (!own && !ground.some(([property]) => property === 'background-image')) {
    return element('first-background', [...ground, ...content])
  }
  return element('first-background', ground, element('first-background-content', content))
}

function element(className: string, declarations: ReturnType<typeof groundDeclarations>, content = ''): string {
  if (declarations.length === 0 && content === '') return ''
  const style = declarations.map(([property, value]) => `${property}:${value};`).join('')
  return `<div class="${className}" aria-hidden="true" style="${escapeAttribute(style)}">${content}</div>`
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
