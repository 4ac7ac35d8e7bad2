import { blocks } from '../blocks/index.ts'
import { changesBetween, isEmptyChange } from '../document/changes.ts'
import type { Slide, SlideId, Slides } from '../document/deck-model.ts'
import { newSlideId } from '../document/ids.ts'
import { loadSlides } from '../document/load-slides.ts'
import { mergeSlides } from '../document/merge-slides.ts'
import { parseSlide } from '../document/parse-slide.ts'
import { parseSlides } from '../document/parse-slides.ts'
import { renderSlide } from '../document/render-slide.ts'
import { renderSlides } from '../document/render-slides.ts'
import { type Structure, singleStack, slideIds } from '../document/structure.ts'
import type { TestPerson } from './test-app.ts'
import type { TestAnswer } from './test-client.ts'

interface PendingSave {
  readonly body: Record<string, unknown> & { readonly save_id: string }
  readonly snapshot: Slides
  readonly force: boolean
}

/**
 * A minimal editor tab for save tests: the last server state, the user's changes, and at most one save in flight. Same
 * rules as the real editor: a save without an answer is repeated with the same save_id; a refused one is merged.
 */
export class ConflictEditor {
  readonly person: TestPerson
  readonly #path: string
  readonly #address: string
  readonly #random: () => number
  readonly #name: string
  #version = 0
  #base: Slides = { stacks: [], slides: {}, after: '' }
  #mine: Slides = this.#base
  #pending: PendingSave | null = null
  #tokens = 0
  #saves = 0
  /** Marks this user inserted and did not delete again before saving. */
  readonly tokens = new Set<string>()

  constructor(name: string, person: TestPerson, deckId: number, address: string, random: () => number) {
    this.#name = name
    this.person = person
    this.#path = `/api/v1/decks/${deckId}`
    this.#address = address
    this.#random = random
  }

  get version(): number {
    return this.#version
  }

  /** The current state as HTML. */
  view(): string {
    return renderSlides(this.#mine, blocks)
  }

  hasUnsaved(): boolean {
    return this.#pending !== null || !isEmptyChange(changesBetween(this.#base, this.#mine, blocks))
  }

  async load(): Promise<void> {
    const { body } = await this.person.get(`${this.#path}/data.json`, { address: this.#address })
    const parsed = parseSlides(body.data, blocks)
    const slides = Object.entries(parsed.slides).map(([id, slide]): [string, Slide] => [
      id,
      body.notes[id] ? { ...slide, notes: body.notes[id] } : slide,
    ])
    this.#version = body.version
    this.#base = { ...parsed, slides: Object.fromEntries(slides) }
    this.#mine = this.#base
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T
  }

  #token(): string {
    const token = `${this.#name}${this.#tokens++}x`
    this.tokens.add(token)
    return token
  }

  #put(slide: Slide, structure: Structure = this.#mine): void {
    this.#mine = { ...structure, slides: { ...this.#mine.slides, [slide.id]: slide } }
  }

  /** A random edit. */
  edit(): void {
    const ids = slideIds(this.#mine)
    const dice = this.#random()
    if (dice < 0.5 && ids.length > 0) this.#write(this.#pick(ids))
    else if (dice < 0.65 && ids.length > 0) this.#note(this.#pick(ids))
    else if (dice < 0.8 || ids.length < 2) this.#add()
    else if (dice < 0.9) this.#move(this.#pick(ids))
    else this.#delete(this.#pick(ids))
  }

  #write(id: SlideId): void {
    const html = renderSlide(this.#mine.slides[id] as Slide, blocks)
    const written = parseSlide(html.replace('</section>', `<p>${this.#token()}</p></section>`), blocks)
    this.#put({ ...written, notes: this.#mine.slides[id]?.notes ?? '' })
  }

  #note(id: SlideId): void {
    const slide = this.#mine.slides[id] as Slide
    this.#put(withNotes(slide, `${slide.notes} ${this.#token()}`.trim()))
  }

  #add(): void {
    const id = newSlideId()
    const slide = parseSlide(`<section data-id="${id}"><p>${this.#token()}</p></section>`, blocks)
    const stacks = [...this.#mine.stacks]
    stacks.splice(Math.floor(this.#random() * (stacks.length + 1)), 0, singleStack(id))
    this.#put(slide, { stacks, after: this.#mine.after })
  }

  #move(id: SlideId): void {
    const stacks = this.#mine.stacks.filter((stack) => !stack.slides.includes(id))
    stacks.splice(Math.floor(this.#random() * (stacks.length + 1)), 0, singleStack(id))
    this.#mine = { ...this.#mine, stacks }
  }

  #delete(id: SlideId): void {
    const slide = this.#mine.slides[id] as Slide
    // Stops expecting unsaved marks of this slide: their author may delete them.
    const text = `${renderSlide(slide, blocks)} ${slide.notes}`
    const base = this.#base.slides[id]
    const known = base ? `${renderSlide(base, blocks)} ${base.notes}` : ''
    for (const token of text.match(/[a-z]\d+x/g) ?? []) if (!known.includes(token)) this.tokens.delete(token)
    const { [id]: _gone, ...slides } = this.#mine.slides
    const stacks = this.#mine.stacks.filter((stack) => !stack.slides.includes(id))
    this.#mine = { stacks, slides, after: this.#mine.after }
  }

  #begin(force: boolean): PendingSave {
    const changes = changesBetween(this.#base, this.#mine, blocks)
    const { structure, changed, notes } = changes
    const slides = { ...(structure ? { structure } : {}), changed, notes }
    const save_id = `${this.#name}-save-${this.#saves++}`
    const body = { version: this.#version, save_id, slides, ...(force ? { force } : {}) }
    return { body, snapshot: this.#mine, force }
  }

  /**
   * Saves, or repeats the save in flight. `network`: 'lost' never arrives, 'unanswered' arrives but the response is
   * lost, 'twice' arrives two times. Returns the status, or null without a response.
   */
  async save(
    network: 'good' | 'lost' | 'unanswered' | 'twice',
    server: SaveServer,
    force = false,
  ): Promise<number | null> {
    if (!this.hasUnsaved()) return null
    this.#pending ??= this.#begin(force)
    const { body } = this.#pending
    if (network === 'lost') return null
    const send = () => server(this.person, this.#path, { deck: body }, this.#address)
    const first = await send()
    const answer = network === 'twice' ? await send() : first
    if (network === 'unanswered') return null
    await this.#take(answer, this.#pending)
    return answer.status
  }

  async #take(answer: TestAnswer, pending: PendingSave): Promise<void> {
    // Currently not the active editor: the same save is repeated later.
    if (answer.status === 403) return
    this.#pending = null
    if (answer.status === 200 && pending.force) return this.#afterForce(pending)
    if (answer.status === 200) {
      this.#base = pending.snapshot
      this.#version = answer.body.version
      return
    }
    if (answer.status !== 409) throw new Error(`A save was answered ${answer.status}: ${answer.text}`)
    const theirs = this.#theirs(answer.body)
    const merged = mergeSlides(this.#base, theirs, this.#mine, blocks)
    this.#version = answer.body.version
    this.#base = theirs
    this.#mine = merged.slides
  }

  /** After a forced save the deck is reloaded, and newer edits are applied on top. */
  async #afterForce(pending: PendingSave): Promise<void> {
    const mine = this.#mine
    await this.load()
    this.#mine = mergeSlides(pending.snapshot, this.#base, mine, blocks).slides
  }

  #theirs(conflict: {
    slides: { structure?: Structure; changed: Record<string, string>; notes: Record<string, string> }
  }): Slides {
    const structure = conflict.slides.structure ?? { stacks: this.#base.stacks, after: this.#base.after }
    const html: Record<string, string> = {}
    const notes: Record<string, string> = {}
    for (const id of slideIds(structure)) {
      const known = this.#base.slides[id]
      html[id] = conflict.slides.changed[id] ?? renderSlide(known as Slide, blocks)
      notes[id] = conflict.slides.notes[id] ?? known?.notes ?? ''
    }
    const loaded = loadSlides(structure, html, notes, blocks)
    return loaded
  }
}

function withNotes(slide: Slide, notes: string): Slide {
  const parsed = parseSlide(renderSlide(slide, blocks), blocks)
  return { ...parsed, notes }
}

/** Sends a save to the server. */
export type SaveServer = (
  person: TestPerson,
  path: string,
  body: { deck: Record<string, unknown> },
  address: string,
) => Promise<TestAnswer>
