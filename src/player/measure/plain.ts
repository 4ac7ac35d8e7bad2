import { colorOf } from './paint.ts'

const special = new Set(
  'img svg video audio canvas iframe object embed table input button select textarea hr progress meter picture math fieldset details'.split(
    ' ',
  ),
)
const known = new WeakMap<Element, boolean>()

export function isInline(style: CSSStyleDeclaration): boolean {
  return style.display.startsWith('inline') || style.display === 'contents'
}

/** Whether a box paints something besides its content. */
function isDecorated(style: CSSStyleDeclaration): boolean {
  if (style.backgroundImage !== 'none' && style.backgroundClip !== 'text') return true
  if (colorOf(style.backgroundColor).alpha > 0.001 && style.backgroundClip !== 'text') return true
  if (style.boxShadow !== 'none') return true
  return ['top', 'right', 'bottom', 'left'].some(
    (side) =>
      Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 &&
      !['none', 'hidden'].includes(style.getPropertyValue(`border-${side}-style`)) &&
      colorOf(style.getPropertyValue(`border-${side}-color`)).alpha > 0.001,
  )
}

/** Whether an element is text in the usual flow: a paragraph, a list, a part of a line. */
export function isPlain(element: Element): boolean {
  let is = known.get(element)
  if (is === undefined) {
    is = looksPlain(element)
    known.set(element, is)
  }
  return is
}

function looksPlain(element: Element): boolean {
  if (element.classList.contains('katex')) return true
  if (element.classList.contains('katex-display')) return false
  if (special.has(element.localName)) return false
  if (element.hasAttribute('data-block-id') || element.hasAttribute('data-latex'))
    return element.localName === 'span' && isPlainInside(element)
  const style = getComputedStyle(element)
  if (style.display === 'none') return true
  if (style.position === 'absolute' || style.position === 'fixed' || style.float !== 'none') return false
  if (!/^(block|inline|inline-block|list-item|flow-root|contents)$/.test(style.display)) return false
  if (style.transform !== 'none' || style.columnCount !== 'auto' || style.writingMode !== 'horizontal-tb') return false
  const inline = isInline(style)
  if (style.display === 'inline') {
    if (style.boxShadow !== 'none' && /inset/.test(style.boxShadow) === false && element.localName !== 'code')
      return isPlainInside(element)
  } else if (isDecorated(style) || (!inline && Number(style.opacity) < 1)) return false
  return isPlainInside(element)
}

function isPlainInside(element: Element): boolean {
  return Array.from(element.children).every((child) => isPlain(child))
}
