/** A rotation that is removed while an element is measured. */
export interface Turned {
  readonly degrees: number
  /** How far the rotation had moved the element's center, in px. */
  readonly x: number
  readonly y: number
}

const centerOf = (element: Element): readonly [number, number] => {
  const box = element.getBoundingClientRect()
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** Degrees of a transformation that only rotates, or rotates and moves; 0 for others. */
function degreesOf(style: CSSStyleDeclaration): number {
  const own = Number.parseFloat(style.rotate) || 0
  const matrix = /^matrix\(([-\d.e]+), ([-\d.e]+), ([-\d.e]+), ([-\d.e]+),/.exec(style.transform)
  if (!matrix) return own
  const [a, b, c, d] = matrix.slice(1).map(Number) as [number, number, number, number]
  const isRotation = Math.abs(a - d) < 0.001 && Math.abs(b + c) < 0.001 && Math.abs(Math.hypot(a, b) - 1) < 0.001
  return isRotation ? own + (Math.atan2(b, a) * 180) / Math.PI : own
}

/** Takes the rotations of HTML elements off, outermost first, so that what is in them is measured upright. */
export function takeRotations(roots: readonly Element[]): Map<Element, Turned> {
  const found = new Map<Element, Turned>()
  for (const element of roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>('*')])) {
    if (element.closest('svg') || element.closest('.katex')) continue
    const style = getComputedStyle(element)
    if (style.transform === 'none' && (style.rotate === 'none' || style.rotate === '')) continue
    const degrees = degreesOf(style)
    if (Math.abs(degrees) < 0.01) continue
    const before = centerOf(element)
    const matrix = /^matrix\([^,]+, [^,]+, [^,]+, [^,]+, ([-\d.e]+), ([-\d.e]+)\)/.exec(style.transform)
    element.style.setProperty('rotate', 'none', 'important')
    element.style.setProperty('transform', matrix ? `translate(${matrix[1]}px, ${matrix[2]}px)` : 'none', 'important')
    const after = centerOf(element)
    found.set(element, { degrees: (degrees + 360) % 360, x: before[0] - after[0], y: before[1] - after[1] })
  }
  return found
}
