import { svgLimits } from './limits.ts'
import { SanitiseError } from './sanitise-error.ts'
import { svgId } from './svg-attributes.ts'
import type { XmlElement } from './xml.ts'

/** How many elements may lie between a `use` and what it draws in the end, uses of uses included. */
const maxChain = 400

/**
 * Follows every `use` of a file: a few lines of uses that use uses can stand for millions of shapes. Gives the uses that
 * would draw themselves (they are dropped); throws SanitiseError when the file would draw more than 100,000 elements.
 */
export function checkUses(root: XmlElement): ReadonlySet<XmlElement> {
  const byId = new Map<string, XmlElement>()
  index(root, byId)
  const endless = new Set<XmlElement>()
  const sizes = new Map<XmlElement, number>()
  const entered = new Set<XmlElement>()
  const tooMany = () => new SanitiseError('too-many-nodes', 'The drawing repeats its parts too often')
  const sizeOf = (element: XmlElement, chain: number): number => {
    const known = sizes.get(element)
    if (known !== undefined) return known
    if (chain > maxChain) throw tooMany()
    entered.add(element)
    let size = 1
    const target = targetOf(element, byId)
    if (target && entered.has(target)) endless.add(element)
    else if (target) size += sizeOf(target, chain + 1)
    for (const child of element.children) if (typeof child !== 'string') size += sizeOf(child, chain + 1)
    if (size > svgLimits.drawn) throw tooMany()
    entered.delete(element)
    sizes.set(element, size)
    return size
  }
  sizeOf(root, 0)
  return endless
}

function index(element: XmlElement, byId: Map<string, XmlElement>): void {
  // Ids as they will be printed: two that differ in the source may be one in the result.
  const id = svgId(element.attributes.find(([name]) => name === 'id')?.[1] ?? '')
  if (id !== null && !byId.has(id)) byId.set(id, element)
  for (const child of element.children) if (typeof child !== 'string') index(child, byId)
}

function targetOf(element: XmlElement, byId: ReadonlyMap<string, XmlElement>): XmlElement | null {
  if (element.name !== 'use') return null
  const reference = element.attributes.find(([name]) => name === 'href' || name === 'xlink:href')?.[1]?.trim()
  const id = reference?.startsWith('#') ? svgId(reference.slice(1)) : null
  return id === null ? null : (byId.get(id) ?? null)
}
