import type { XmlElement } from '../../../document/sanitize/xml.ts'
import type { Part, SlideContext } from './slide-context.ts'
import { attr, childrenOf, find } from './xml-tree.ts'

/** What a shape stands for in its layout. */
export interface Placeholder {
  readonly type: string
  readonly idx: string | null
}

/** A shape's own properties, wherever its kind keeps them: nvSpPr, nvPicPr, nvGraphicFramePr … */
export function nonVisual(shape: XmlElement): XmlElement | null {
  return childrenOf(shape).find(({ name }) => /^nv.*Pr$/.test(name ?? '')) ?? null
}

export function placeholderOf(shape: XmlElement): Placeholder | null {
  const element = find(nonVisual(shape), 'nvPr', 'ph')
  return element && { type: attr(element, 'type') ?? 'obj', idx: attr(element, 'idx') }
}

/** Types that stand for each other between slide, layout and master. */
const alike: Readonly<Record<string, string>> = {
  ...{
    ctrTitle: 'title',
    subTitle: 'body',
    obj: 'body',
    tbl: 'body',
    chart: 'body',
    dgm: 'body',
    media: 'body',
    pic: 'body',
  },
  ...{ clipArt: 'body' },
}

const general = (type: string): string => alike[type] ?? type

/** The placeholders of a part: the first of each number, type and general type. */
interface Placeholders {
  readonly numbered: ReadonlyMap<string, PlacedShape>
  readonly typed: ReadonlyMap<string, PlacedShape>
  readonly general: ReadonlyMap<string, PlacedShape>
}

interface PlacedShape {
  readonly shape: XmlElement
  readonly placeholder: Placeholder
}

const known = new WeakMap<XmlElement, Placeholders>()

/** Each shape of a slide looks for its placeholder: they are read once. */
function placeholdersOf({ root }: Part): Placeholders {
  const found = known.get(root)
  if (found) return found
  const [numbered, typed, generals] = [1, 2, 3].map(() => new Map<string, PlacedShape>()) as [
    Map<string, PlacedShape>,
    Map<string, PlacedShape>,
    Map<string, PlacedShape>,
  ]
  const add = (map: Map<string, PlacedShape>, key: string, one: PlacedShape) => void (map.has(key) || map.set(key, one))
  for (const shape of childrenOf(find(root, 'cSld', 'spTree'))) {
    const placeholder = placeholderOf(shape)
    if (!placeholder) continue
    const one = { shape, placeholder }
    if (placeholder.idx !== null) add(numbered, placeholder.idx, one)
    add(typed, placeholder.type, one)
    add(generals, general(placeholder.type), one)
  }
  const read = { numbered, typed, general: generals }
  known.set(root, read)
  return read
}

function matching(part: Part | null, wanted: Placeholder): PlacedShape | null {
  if (!part) return null
  const { numbered, typed, general: generals } = placeholdersOf(part)
  return (
    (wanted.idx !== null ? numbered.get(wanted.idx) : null) ??
    typed.get(wanted.type) ??
    generals.get(general(wanted.type)) ??
    null
  )
}

/** A shape, then the placeholders that it inherits from: its layout's, its master's. */
export function inheritance({ layout, master, part, slide }: SlideContext, shape: XmlElement): readonly XmlElement[] {
  const placeholder = placeholderOf(shape)
  if (!placeholder) return [shape]
  const ofLayout = part === slide ? matching(layout, placeholder) : null
  const { type } = ofLayout?.placeholder ?? placeholder
  const ofMaster = part === master ? null : matching(master, { type: general(type), idx: null })
  return [shape, ofLayout?.shape, ofMaster?.shape].filter((one) => one !== undefined)
}

/** Whether a placeholder is a title. */
export function isTitle(placeholder: Placeholder | null): boolean {
  return placeholder?.type === 'title' || placeholder?.type === 'ctrTitle'
}

/** The list of styles of the master for the text of a placeholder. */
export function masterTextStyle({ master }: SlideContext, placeholder: Placeholder | null): XmlElement | null {
  if (!placeholder) return null
  const styles = find(master?.root, 'txStyles')
  if (isTitle(placeholder)) return find(styles, 'titleStyle')
  return find(styles, general(placeholder.type) === 'body' ? 'bodyStyle' : 'otherStyle')
}
