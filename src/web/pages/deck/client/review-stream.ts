import type { Batch, BatchesMessage } from '../../../../api/batches/messages.ts'
import type { ReviewSlides } from '../../../../api/deck-pages/page-data.ts'
import { loadDrawing } from '../../../../blocks/chart/chart-drawing.ts'
import { blocks } from '../../../../blocks/index.ts'
import type { Slide, SlideId } from '../../../../document/deck-model.ts'
import { applyOps } from '../../../../document/ops/apply-ops.ts'
import type { Op, PutSlide, SlideOp, StructureOp } from '../../../../document/ops/op.ts'
import { OpError } from '../../../../document/ops/op-error.ts'
import { slideOf } from '../../../../document/ops/slide-ops.ts'
import { parseSlide } from '../../../../document/parse-slide.ts'
import { renderSlide } from '../../../../document/render-slide.ts'
import { isHiddenStack, type SlideOrder } from '../../../../document/structure.ts'
import type { SlideUpdate } from '../../../../player/slides-message.ts'
import type { Slides } from './deck-view.ts'

/** A slide's new content, for the frame and for the list of texts. */
export interface ShownSlide extends SlideUpdate {
  readonly notes: string
}

/** What a version changed on the review. */
export interface ReviewChange {
  readonly version: number
  /** Null: as before. */
  readonly title: string | null
  readonly order: SlideOrder | null
  /** All slides of the new order; those of the old one if it is null. */
  readonly places: Slides
  readonly slides: readonly ShownSlide[]
}

/** Options of a review's stream. */
export interface ReviewStreamOptions {
  /** The shown version and slides. */
  shown(): { readonly version: number; readonly slides: Slides }
  /** Reads slides in their current version. */
  load(ids: readonly SlideId[]): Promise<ReviewSlides>
  show(change: ReviewChange): void
  /** Reads the whole deck again, soon, since changes are missing or cannot be shown one by one. */
  reload(version: number): void
  isReloading(): boolean
}

/** A slide as of a version. */
interface Known {
  readonly slide: Slide
  readonly version: number
}

/** Changes of a batch that are not shown one by one. */
class NeedsReload extends Error {}

/** Shows what the deck's editor does on an open review. Reads a slide when it is first changed. */
export class ReviewStream {
  readonly #options: ReviewStreamOptions
  #waiting: readonly Batch[] = []
  #known = new Map<SlideId, Known>()
  #running = false

  constructor(options: ReviewStreamOptions) {
    this.#options = options
  }

  receive(message: BatchesMessage): void {
    if ('resync' in message) this.#options.reload(message.resync)
    else {
      this.#waiting = [...this.#waiting, ...message.batches]
      void this.#run()
    }
  }

  /** Goes on after a reload. */
  reloaded(): void {
    this.#known = new Map()
    void this.#run()
  }

  async #run(): Promise<void> {
    if (this.#running) return
    this.#running = true
    try {
      while (!this.#options.isReloading() && (await this.#next()));
    } finally {
      this.#running = false
    }
  }

  /** Shows the next version; false if there is none, or if it cannot be shown. */
  async #next(): Promise<boolean> {
    const { shown, show, reload } = this.#options
    const { version } = shown()
    this.#waiting = this.#waiting.filter(({ seq }) => seq > version)
    const batch = this.#waiting[0]
    if (!batch) return false
    try {
      if (batch.seq !== version + 1) throw new NeedsReload()
      const change = await this.#changeOf(batch)
      // The deck may have been read again meanwhile.
      if (shown().version === version && !this.#options.isReloading()) show(change)
      return true
    } catch {
      reload(batch.seq)
      return false
    }
  }

  async #changeOf({ seq, ops }: Batch): Promise<ReviewChange> {
    const before = this.#options.shown().slides
    const shownIds = new Set(before.map(([, , id]) => id))
    const puts = ops.filter((op) => op.kind === 'put-slide').map((op) => putSlide(op))
    const structure = ops.find((op) => op.kind === 'structure')
    checkShowable(ops, puts, shownIds, structure)
    const added = puts.filter(({ slide }) => !isHidden(slide))
    const partOps = Map.groupBy(
      ops.filter(isPartOp).filter(({ slide }) => shownIds.has(slide)),
      (op) => op.slide,
    )
    const changed = [...(await this.#changed(partOps, seq))]
    for (const { slide } of added) {
      this.#known.set(slide.id, { slide, version: seq })
      changed.push(shownSlide(slide, null))
    }
    for (const op of ops) if (op.kind === 'drop-slide') this.#known.delete(op.slide)
    const visible = new Set([...shownIds, ...added.map(({ slide }) => slide.id)])
    const order = structure ? orderOf(structure, visible) : null
    const title = ops.find((op) => op.kind === 'setting')?.value
    return {
      ...{ version: seq, title: typeof title === 'string' ? title : null, order },
      ...{ places: order ? placesOf(order) : before, slides: changed },
    }
  }

  /** The slides that operations on parts of them change. */
  async #changed(ops: ReadonlyMap<SlideId, readonly SlideOp[]>, seq: number): Promise<ShownSlide[]> {
    const unknown = [...ops.keys()].filter((id) => !this.#known.has(id))
    await this.#load(unknown, seq)
    const shown = new Map<SlideId, ShownSlide>()
    const odd: SlideId[] = []
    for (const [id, own] of ops) {
      const known = this.#known.get(id)!
      if (known.version >= seq) {
        shown.set(id, shownSlide(known.slide, null))
        continue
      }
      const slide = await changedSlide(known.slide, own)
      if (!slide) odd.push(id)
      else {
        checkBackground(known.slide, slide)
        this.#known.set(id, { slide, version: seq })
        shown.set(id, shownSlide(slide, unknown.includes(id) ? null : known.slide))
      }
    }
    await this.#load(odd, seq)
    for (const id of odd) shown.set(id, shownSlide(this.#known.get(id)!.slide, null))
    return [...shown.values()]
  }

  /** Reads slides, in this version or a later one. */
  async #load(ids: readonly SlideId[], seq: number): Promise<void> {
    if (ids.length === 0) return
    const known = this.#known
    const { version, html, notes } = await this.#options.load(ids)
    if (version < seq || ids.some((id) => html[id] === undefined)) throw new NeedsReload()
    for (const id of ids) {
      const slide = { ...parseSlide(html[id]!, blocks), notes: notes?.[id] ?? '' }
      known.set(id, { slide, version })
    }
  }
}

type PartOp = Exclude<SlideOp, { kind: 'put-slide' | 'drop-slide' }>

function isPartOp(op: Op): op is PartOp {
  return op.kind !== 'setting' && op.kind !== 'structure' && op.kind !== 'put-slide' && op.kind !== 'drop-slide'
}

function isHidden({ attributes }: Slide): boolean {
  return attributes['data-visibility'] === 'hidden'
}

function putSlide(op: PutSlide): { readonly slide: Slide } {
  return { slide: slideOf(op, blocks) }
}

/** Throws if a batch changes what the frame cannot show in place: settings, hidden slides, attributes of stacks. */
function checkShowable(
  ops: readonly Op[],
  puts: readonly { readonly slide: Slide }[],
  shown: ReadonlySet<SlideId>,
  structure: StructureOp | undefined,
): void {
  const isOdd = ops.some(
    (op) =>
      (op.kind === 'setting' && op.name !== 'title') || (op.kind === 'attribute' && op.name === 'data-visibility'),
  )
  const isToggled = puts.some(({ slide }) =>
    isHidden(slide) ? shown.has(slide.id) : !shown.has(slide.id) && !isNewIn(structure, slide.id),
  )
  const isWrapped = structure && wrappers(structure.from) !== wrappers(structure.to)
  const hasPage = puts.some(({ slide }) => 'data-background-iframe' in slide.attributes)
  if (isOdd || isToggled || isWrapped || hasPage) throw new NeedsReload()
}

function isNewIn(structure: StructureOp | undefined, id: SlideId): boolean {
  return structure !== undefined && !structure.from.stacks.some(({ slides }) => slides.includes(id))
}

/** The stacks with attributes of their own, which the frame does not change. */
function wrappers({ stacks }: StructureOp['to']): string {
  const marked = stacks.filter(({ attributes }) => attributes !== null && Object.keys(attributes).length > 0)
  return JSON.stringify(marked.map(({ attributes, slides }) => [attributes, slides]))
}

/** Pages behind slides are taken from the markup when the frame starts. */
function checkBackground(before: Slide, after: Slide): void {
  const page = 'data-background-iframe'
  if (before.attributes !== after.attributes && (page in before.attributes || page in after.attributes)) {
    throw new NeedsReload()
  }
}

/** A slide after operations; null if they do not fit it. */
async function changedSlide(before: Slide, ops: readonly SlideOp[]): Promise<Slide | null> {
  if (before.blocks.some(({ type }) => type === 'chart')) await loadDrawing()
  try {
    const deck = { stacks: [], after: '', slides: { [before.id]: before } }
    return applyOps(deck, ops, blocks).slides[before.id] ?? null
  } catch (error) {
    if (error instanceof OpError) return null
    throw error
  }
}

/** `before`: the slide as the frame shows it; null if it may show another version. */
function shownSlide(slide: Slide, before: Slide | null): ShownSlide {
  return {
    id: slide.id,
    html: renderSlide(slide, blocks),
    notes: slide.notes,
    keep: before && keptBlocks(before, slide),
  }
}

/** The blocks that stay as they are; null where other blocks or the slide itself depend on a change. */
function keptBlocks(before: Slide, { blocks: after, attributes }: Slide): string[] | null {
  const hasSteps = after.some(({ fragment, type }) => fragment !== null || type === 'code')
  const isSame = before.attributes === attributes
  if (hasSteps || !isSame || after.some(({ frame }) => frame === null)) return null
  const old = new Set(before.blocks)
  return after.filter((block) => old.has(block)).map(({ id }) => id)
}

function orderOf({ to }: StructureOp, visible: ReadonlySet<SlideId>): SlideOrder {
  const order = to.stacks.flatMap((stack): (string | string[])[] => {
    const slides = isHiddenStack(stack) ? [] : stack.slides.filter((id) => visible.has(id))
    if (slides.length === 0) return []
    return stack.attributes === null ? slides : [slides]
  })
  if (order.length === 0) throw new NeedsReload()
  return order
}

function placesOf(order: SlideOrder): Slides {
  return order.flatMap((column, h) =>
    typeof column === 'string' ? [[h, 0, column] as const] : column.map((id, v) => [h, v, id] as const),
  )
}
