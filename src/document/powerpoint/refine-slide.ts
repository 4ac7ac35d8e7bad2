import type { Block, Slide } from '../deck-model.ts'
import { groupsOf } from '../groups.ts'
import type { BlockExporter } from './block-exporter.ts'
import { mergeTexts } from './merge-texts.ts'
import type { GroupItem, Rect, SceneItem, SceneSlide } from './scene.ts'

/** The exporter of a block's type. */
export type ExporterOf = (block: Block) => BlockExporter<unknown> | null

function rectOf(items: readonly SceneItem[]): Rect {
  const x = Math.min(...items.map(({ rect }) => rect.x))
  const y = Math.min(...items.map(({ rect }) => rect.y))
  const right = Math.max(...items.map(({ rect }) => rect.x + rect.width))
  const bottom = Math.max(...items.map(({ rect }) => rect.y + rect.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** A rotated element: its only object rotated, or a group. An object off the center stays in a group. */
function turned(group: GroupItem, items: readonly SceneItem[]): SceneItem[] {
  const [only] = items
  if (items.length === 0) return []
  if (items.length === 1 && only && !only.rotation && only.kind !== 'table') {
    const degrees = ((group.rotation ?? 0) * Math.PI) / 180
    const center = (rect: Rect) => [rect.x + rect.width / 2, rect.y + rect.height / 2] as const
    const [gx, gy] = center(group.rect)
    const [ix, iy] = center(only.rect)
    const [dx, dy] = [ix - gx, iy - gy]
    const move = [
      gx + dx * Math.cos(degrees) - dy * Math.sin(degrees) - ix,
      gy + dx * Math.sin(degrees) + dy * Math.cos(degrees) - iy,
    ] as const
    if (Math.abs(move[0]) < 0.5 && Math.abs(move[1]) < 0.5)
      return [{ ...only, rotation: group.rotation, fragment: group.fragment } as SceneItem]
  }
  return [{ ...group, items: items.map((item) => ({ ...item, fragment: null })) }]
}

class Refiner {
  readonly #blocks: ReadonlyMap<string, Block>
  readonly #exporterOf: ExporterOf
  readonly #box: Rect

  constructor(slide: Slide | null, exporterOf: ExporterOf, box: Rect) {
    this.#blocks = new Map(slide?.blocks.map((block) => [block.id, block]) ?? [])
    this.#exporterOf = exporterOf
    this.#box = box
  }

  slide(items: readonly SceneItem[]): SceneItem[] {
    const out: SceneItem[] = []
    for (let index = 0; index < items.length; ) {
      const { block } = items[index]!
      const end = items.findIndex((item, place) => place > index && item.block !== block)
      const own = items.slice(index, end < 0 ? undefined : end)
      out.push(...this.#block(block === null ? null : (this.#blocks.get(block) ?? null), own))
      index += own.length
    }
    return out
  }

  #block(block: Block | null, items: readonly SceneItem[]): SceneItem[] {
    const flat = items.flatMap((item): SceneItem[] => {
      if (item.kind !== 'group') return [item]
      return turned(item, this.#block(block, item.items))
    })
    const isTurned = items.some((item) => item.kind === 'group')
    const exporter = block && !isTurned ? this.#exporterOf(block) : null
    const refined = exporter && block ? exporter.refine(block, flat) : flat
    const merged = mergeTexts(refined, this.#box)
    if (!block || isTurned) return merged
    return named(block, merged)
  }
}

/** Types whose objects belong together. */
const whole = new Set(['image', 'line', 'iframe', 'video', 'audio'])

/** The objects of a block under its name; those of a picture as one. */
function named(block: Block, items: readonly SceneItem[]): SceneItem[] {
  const name = nameOf(block)
  if (items.length > 1 && whole.has(block.type)) {
    const [first] = items
    const { fragment, link, alt } = first!
    const inside = items.map((item) => ({ ...item, fragment: null, link: null }))
    return [
      {
        kind: 'group',
        rect: rectOf(items),
        block: block.id,
        fragment,
        link,
        name,
        ...(alt ? { alt } : {}),
        items: inside,
      },
    ]
  }
  return items.map((item) => (name === '' ? item : { ...item, name }))
}

/** The name of a block's objects. Two exclamation marks pair those that move from slide to slide. */
function nameOf(block: Block): string {
  const pair = block.attributes.find(([name]) => name === 'data-auto-animate-id' || name === 'data-id')?.[1]
  return pair ? `!!${pair}` : block.name
}

/** Puts the objects of groups of blocks together, where nothing else is between them and they appear together. */
function grouped(items: readonly SceneItem[], blocks: ReadonlyMap<string, Block>, depth: number): SceneItem[] {
  const groupOf = (item: SceneItem): string | null => {
    const block = item.block === null ? undefined : blocks.get(item.block)
    return (block && groupsOf(block)[depth]) ?? null
  }
  const out: SceneItem[] = []
  for (let index = 0; index < items.length; ) {
    const group = groupOf(items[index]!)
    const end = items.findIndex((item, place) => place > index && groupOf(item) !== group)
    const own = items.slice(index, end < 0 ? undefined : end)
    index += own.length
    const isAlike = own.every((item) => item.fragment === own[0]!.fragment)
    if (group === null || own.length < 2 || !isAlike) {
      out.push(...(group !== null && own.length > 1 && depth < 7 ? grouped(own, blocks, depth + 1) : own))
      continue
    }
    const inside = depth < 7 ? grouped(own, blocks, depth + 1) : own
    const { fragment } = own[0]!
    // Formulas are alternatives for programs, which groups cannot hold in all of them.
    out.push({
      kind: 'group',
      rect: rectOf(own),
      block: null,
      fragment,
      link: null,
      items: inside.map((item) => ({ ...item, fragment: null })),
    })
  }
  return out
}

/** A measured slide with the native forms of its blocks. */
export function refineSlide(
  scene: SceneSlide,
  slide: Slide | null,
  exporterOf: ExporterOf,
  size: { readonly width: number; readonly height: number },
): SceneSlide {
  const box = { x: 0, y: 0, ...size }
  const items = new Refiner(slide, exporterOf, box).slide(scene.items)
  const blocks = new Map(slide?.blocks.map((block) => [block.id, block]) ?? [])
  return { ...scene, items: grouped(items, blocks, 0) }
}

/** The object that is a slide's title: the first text of headings only. */
export function titleOf(items: readonly SceneItem[]): SceneItem | null {
  return (
    items.find((item) => {
      if (item.kind !== 'text' || item.footer || item.rotation) return false
      const shown = item.text.paragraphs
      return shown.length > 0 && shown.length < 3 && shown.every((paragraph) => paragraph.isHeading)
    }) ?? null
  )
}
