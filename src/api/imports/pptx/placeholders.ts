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

function shapesOf(part: Part | null): readonly XmlElement[] {
  return childrenOf(find(part?.root, 'cSld', 'spTree'))
}

function matching(part: Part | null, wanted: Placeholder): XmlElement | null {
  const found = shapesOf(part).flatMap((shape) => {
    const placeholder = placeholderOf(shape)
    return placeholder ? [{ shape, placeholder }] : []
  })
  const same = (test: (one: Placeholder) => boolean) =>
    found.find(({ placeholder }) => test(placeholder))?.shape ?? null
  return (
    (wanted.idx !== null ? same(({ idx }) => idx === wanted.idx) : null) ??
    same(({ type }) => type === wanted.type) ??
    same(({ type }) => general(type) === general(wanted.type))
  )
}

/** A shape, then the placeholders that it inherits from: its layout's, its master's. */
export function inheritance({ layout, master, part, slide }: SlideContext, shape: XmlElement): readonly XmlElement[] {
  const placeholder = placeholderOf(shape)
  if (!placeholder) return [shape]
  const ofLayout = part === slide ? matching(layout, placeholder) : null
  const inLayout = ofLayout && placeholderOf(ofLayout)
  const { type } = inLayout ?? placeholder
  const ofMaster = part === master ? null : matching(master, { type: general(type), idx: null })
  return [shape, ofLayout, ofMaster].filter((one) => one !== null)
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
