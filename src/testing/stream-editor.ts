import type { Batch, BatchAnswer, SentBatch } from '../api/batches/messages.ts'
import { blocks } from '../blocks/index.ts'
import { changesBetween, isEmptyChange } from '../document/changes.ts'
import type { Block, Slide, SlideId, Slides } from '../document/deck-model.ts'
import { contentHash, newBlockId, newSlideId } from '../document/ids.ts'
import { loadSlides } from '../document/load-slides.ts'
import { mergeSlides } from '../document/merge-slides.ts'
import { applyOps } from '../document/ops/apply-ops.ts'
import type { Op } from '../document/ops/op.ts'
import { OpError } from '../document/ops/op-error.ts'
import { opsBetween } from '../document/ops/ops-between.ts'
import { renderSlide } from '../document/render-slide.ts'
import { renderSlides } from '../document/render-slides.ts'
import { type Structure, singleStack, slideIds } from '../document/structure.ts'
import { newBlock } from '../editor/commands/new-block.ts'
import type { TestPerson } from './test-app.ts'

/** What happens to a message: it arrives, it is lost, its answer is lost, or it arrives twice. */
export type Network = 'good' | 'lost' | 'unanswered' | 'twice'

/** The server as an editor reaches it. */
export interface StreamServer {
  batch(person: TestPerson, batch: SentBatch): Promise<BatchAnswer>
  put(person: TestPerson, deck: object): Promise<{ readonly status: number; readonly body: Newer }>
  newer(person: TestPerson, since: number): Promise<Newer>
}

/** The newer version of a deck, as the API answers it. */
export interface Newer {
  readonly version: number
  readonly slides: {
    readonly structure?: Structure
    readonly changed: Readonly<Record<string, string>>
    readonly notes: Readonly<Record<string, string>>
  }
}

interface Pending {
  readonly id: string
  readonly version: number
  readonly base: Slides
  readonly snapshot: Slides
  readonly isForced: boolean
}

/**
 * A minimal editor on a deck's stream, for tests with random edits: batches of operations, saves by requests where a
 * batch is refused or not answered, and the batches of others, which may be lost, doubled or late.
 */
export class StreamEditor {
  readonly name: string
  readonly person: TestPerson
  readonly #server: StreamServer
  readonly #random: () => number
  #version = 0
  #base: Slides = { stacks: [], slides: {}, after: '' }
  #mine: Slides = this.#base
  #pending: Pending | null = null
  #waiting: readonly Batch[] = []
  #made = 0
  /** Marks that this user wrote and did not delete again before saving. */
  readonly tokens = new Set<string>()
  readonly counts = { batches: 0, merged: 0, requests: 0, conflicts: 0, followed: 0, gaps: 0 }

  constructor(name: string, person: TestPerson, server: StreamServer, random: () => number) {
    this.name = name
    this.person = person
    this.#server = server
    this.#random = random
  }

  get version(): number {
    return this.#version
  }

  view(): string {
    return renderSlides(this.#mine, blocks)
  }

  hasUnsaved(): boolean {
    return this.#pending !== null || !isEmptyChange(changesBetween(this.#base, this.#mine, blocks))
  }

  /** Opens the deck: reads all of it, as changes since version 0. */
  async load(): Promise<void> {
    this.#take(await this.#server.newer(this.person, 0))
    this.#mine = this.#base
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T
  }

  #token(): string {
    const token = `${this.name}${this.#made++}x`
    this.tokens.add(token)
    return token
  }

  #put(slide: Slide, structure: Structure = this.#mine): void {
    this.#mine = {
      stacks: structure.stacks,
      after: structure.after,
      slides: { ...this.#mine.slides, [slide.id]: slide },
    }
  }

  /** A random edit: mostly words into a text, as one who types. */
  edit(): void {
    const ids = slideIds(this.#mine)
    const slide = this.#mine.slides[this.#pick(ids)]!
    const dice = this.#random()
    if (dice < 0.5 && slide.blocks.length > 0) this.#write(slide)
    else if (dice < 0.62 && slide.blocks.length > 0) this.#drag(slide)
    else if (dice < 0.7) this.#put({ ...slide, notes: `${slide.notes} ${this.#token()}`.trim() })
    else if (dice < 0.8) this.#put({ ...slide, blocks: [...slide.blocks, textBlock(this.#token())] })
    else if (dice < 0.9 || ids.length < 3) this.#add()
    else if (dice < 0.95) this.#move(slide.id)
    else this.#delete(slide)
  }

  #write(slide: Slide): void {
    const block = this.#pick(slide.blocks)
    const { html } = block.props as { html: string }
    const places = [...html.matchAll(/(?<=<p>[^<]*)(?= |<\/p>)/g)].map(({ index }) => index)
    const at = this.#pick(places)
    const props = { html: `${html.slice(0, at)} ${this.#token()}${html.slice(at)}` }
    this.#change(slide, block, { props })
  }

  #drag(slide: Slide): void {
    const block = this.#pick(slide.blocks)
    if (block.frame) this.#change(slide, block, { frame: { ...block.frame, x: Math.floor(this.#random() * 900) } })
  }

  #change(slide: Slide, block: Block, change: Partial<Block>): void {
    this.#put({ ...slide, blocks: slide.blocks.map((one) => (one === block ? { ...one, ...change } : one)) })
  }

  #add(): void {
    const id = newSlideId()
    const stacks = [...this.#mine.stacks]
    stacks.splice(Math.floor(this.#random() * (stacks.length + 1)), 0, singleStack(id))
    const slide = { id, attributes: {}, blocks: [textBlock(this.#token())], notes: '' }
    this.#put(slide, { stacks, after: this.#mine.after })
  }

  #move(id: SlideId): void {
    const stacks = this.#mine.stacks.filter((stack) => !stack.slides.includes(id))
    stacks.splice(Math.floor(this.#random() * (stacks.length + 1)), 0, singleStack(id))
    this.#mine = { ...this.#mine, stacks }
  }

  #delete({ id, notes }: Slide): void {
    const textOf = (slide: Slide | undefined) => (slide ? `${renderSlide(slide, blocks)} ${slide.notes}` : '')
    const known = textOf(this.#base.slides[id])
    for (const token of `${textOf(this.#mine.slides[id])} ${notes}`.match(/[a-z]\d+x/g) ?? [])
      if (!known.includes(token)) this.tokens.delete(token)
    const { [id]: _gone, ...slides } = this.#mine.slides
    const stacks = this.#mine.stacks.filter((stack) => !stack.slides.includes(id))
    this.#mine = { stacks, slides, after: this.#mine.after }
  }

  /** Sends the changes, or repeats what was not answered. Returns whether they are written, refused, or unanswered. */
  async save(network: Network, isForced = false): Promise<'written' | 'refused' | 'unanswered' | 'not-editor'> {
    if (!this.hasUnsaved()) return 'written'
    const isNew = this.#pending === null
    this.#pending ??= {
      ...{ id: `${this.name}-save-${this.#made++}`, version: this.#version, isForced },
      ...{ base: this.#base, snapshot: this.#mine },
    }
    const pending = this.#pending
    if (isNew && !pending.isForced) {
      const answer = await this.#over(network, () => this.#server.batch(this.person, batchOf(pending)))
      if (answer === null) return 'unanswered'
      if (answer.ok) return this.#written(pending, answer)
    }
    return this.#request(network, pending)
  }

  async #over<T>(network: Network, send: () => Promise<T>): Promise<T | null> {
    if (network === 'lost') return null
    const first = await send()
    const answer = network === 'twice' ? await send() : first
    return network === 'unanswered' ? null : answer
  }

  async #written(pending: Pending, answer: Extract<BatchAnswer, { ok: true }>): Promise<'written'> {
    this.counts.batches += 1
    if (answer.before.length > 0) this.counts.merged += 1
    this.#pending = null
    const theirs = followed(pending.base, [...answer.before, { ops: answer.ops }])
    if (theirs) this.#rebase(pending.snapshot, theirs, answer.seq)
    else await this.#resync(pending.snapshot)
    return 'written'
  }

  async #request(network: Network, pending: Pending): Promise<'written' | 'refused' | 'unanswered' | 'not-editor'> {
    const { structure, changed, notes } = changesBetween(pending.base, pending.snapshot, blocks)
    const slides = { ...(structure ? { structure } : {}), changed, notes }
    const force = pending.isForced ? { force: true } : {}
    const deck = { version: pending.version, save_id: pending.id, slides, ...force }
    const answer = await this.#over(network, () => this.#server.put(this.person, deck))
    if (answer === null) return 'unanswered'
    // The same save is repeated once this user edits again.
    if (answer.status === 403) return 'not-editor'
    this.#pending = null
    if (answer.status === 409) {
      this.counts.conflicts += 1
      this.#take(answer.body)
      return 'refused'
    }
    if (answer.status !== 200) throw new Error(`A save was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    this.counts.requests += 1
    // An earlier attempt may have been written on a newer version, as a batch.
    if (pending.isForced || answer.body.version !== pending.version + 1) await this.#resync(pending.snapshot)
    else {
      this.#base = pending.snapshot
      this.#version = answer.body.version
    }
    return 'written'
  }

  /** Makes a version of the server the base; own changes since `from` are merged into it. */
  #rebase(from: Slides, theirs: Slides, version: number): void {
    this.#mine = mergeSlides(from, theirs, this.#mine, blocks).slides
    this.#base = theirs
    this.#version = version
  }

  #take(newer: Newer): void {
    this.#rebase(this.#base, theirsOf(this.#base, newer), newer.version)
  }

  /** Reads the newest version whole. `from`: the part of this editor's changes that the server has. */
  async #resync(from: Slides): Promise<void> {
    const newer = await this.#server.newer(this.person, 0)
    this.#rebase(from, theirsOf({ stacks: [], slides: {}, after: '' }, newer), newer.version)
  }

  /** Receives batches; they wait for the answer to a save. */
  hear(batches: readonly Batch[]): void {
    this.#waiting = [...this.#waiting, ...batches]
  }

  /** Applies the batches that have arrived; reads the newest version where one is missing. */
  async follow(): Promise<void> {
    if (this.#pending) return
    const batches = this.#waiting
      .filter(({ seq }, at, all) => seq > this.#version && all.findIndex((other) => other.seq === seq) === at)
      .toSorted((one, other) => one.seq - other.seq)
    this.#waiting = []
    if (batches.length === 0) return
    const isWhole = batches.every(({ seq }, at) => seq === this.#version + 1 + at)
    const theirs = isWhole ? followed(this.#base, batches) : null
    if (theirs) {
      this.counts.followed += batches.length
      this.#rebase(this.#base, theirs, batches.at(-1)!.seq)
    } else await this.look()
  }

  /** Reads the newest version by a request. */
  async look(): Promise<void> {
    if (this.#pending) return
    this.counts.gaps += 1
    this.#take(await this.#server.newer(this.person, this.#version))
  }
}

function textBlock(word: string): Block {
  return { ...newBlock('text', { html: `<p>${word}</p>` }), id: newBlockId() }
}

function batchOf({ id, version, base, snapshot }: Pending): SentBatch {
  const ops = opsBetween(base, snapshot, blocks)
  const { changed } = changesBetween(base, snapshot, blocks)
  const hashes = Object.fromEntries(Object.entries(changed).map(([slide, html]) => [slide, contentHash(html)]))
  return { id, base: version, ops, hashes }
}

function followed(base: Slides, batches: readonly { readonly ops: readonly Op[] }[]): Slides | null {
  try {
    return batches.reduce((before, { ops }) => applyOps(before, ops, blocks), base)
  } catch (error) {
    if (error instanceof OpError) return null
    throw error
  }
}

function theirsOf(base: Slides, { slides }: Newer): Slides {
  const structure = slides.structure ?? { stacks: base.stacks, after: base.after }
  const parts = slideIds(structure).map((id) => {
    const known = base.slides[id]
    const html = slides.changed[id] ?? renderSlide(known as Slide, blocks)
    return [id, html, slides.notes[id] ?? known?.notes ?? ''] as const
  })
  const html = Object.fromEntries(parts.map(([id, text]) => [id, text]))
  const notes = Object.fromEntries(parts.map(([id, , text]) => [id, text]))
  return loadSlides(structure, html, notes, blocks)
}
