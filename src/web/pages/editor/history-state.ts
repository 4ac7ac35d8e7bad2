import type { Deck, SlideId } from '../../../document/deck-model.ts'
import { parseSlideHash, slideHash } from '../../../document/slide-hash.ts'
import { positionOf } from '../../../document/slide-position.ts'
import type { EditorModel } from '../../../editor/state/editor-model.ts'

/** The editor's state in the browser's history entry. It survives a reload and back navigation. */
export interface EditorHistoryState {
  readonly slideId?: SlideId
  /** Key of this window's journal entry. */
  readonly journal?: string
  /** The user chose the server's version: the unsaved draft is offered, not restored. */
  readonly asks?: boolean
}

/** Minimum time between two writes, in ms. Browsers limit changes of the URL (Safari: 100 in 30 s). */
const writeInterval = 400

/** The state of the current history entry. */
export function readHistoryState(): EditorHistoryState {
  const { state } = window.history as { state: { editor?: EditorHistoryState } | null }
  return state?.editor ?? {}
}

/** Merges values into the state of the current history entry. */
export function updateHistoryState(more: EditorHistoryState): void {
  window.history.replaceState({ editor: { ...readHistoryState(), ...more } }, '')
}

/** The slide to open: the stored one, else the one named by the URL's hash. Null if the deck has neither. */
export function initialSlide(deck: Deck, { slideId }: EditorHistoryState, hash: string): SlideId | null {
  if (slideId !== undefined && Object.hasOwn(deck.slides, slideId)) return slideId
  const target = parseSlideHash(hash)
  return (target && deck.stacks[target.h]?.slides[target.v]) ?? null
}

/** The URL hash of a slide; '' for null and for a deleted slide. */
export function slideHashOf(model: EditorModel, slideId: SlideId | null): string {
  const position = slideId === null ? null : positionOf(model.getState().deck, slideId)
  return position ? slideHash(position) : ''
}

/** Writes the current slide to the URL and history entry, and follows a hash typed into the address bar. */
export function syncHistoryState(model: EditorModel, journal: string): void {
  let writtenId: SlideId | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = (): void => {
    clearTimeout(timer)
    timer = undefined
    const { slideId } = model.getState()
    if (slideId === writtenId) return
    writtenId = slideId
    const hash = slideHashOf(model, model.getState().slideId)
    const { pathname, search } = window.location
    const state: EditorHistoryState = { slideId, journal }
    window.history.replaceState({ editor: state }, '', pathname + search + (hash === '#/0' ? '' : hash))
  }
  write()
  model.subscribe(() => {
    if (model.getState().slideId === writtenId) return
    timer ??= setTimeout(write, writeInterval)
  })
  window.addEventListener('pagehide', write)
  window.addEventListener('hashchange', () => {
    const slideId = initialSlide(model.getState().deck, {}, window.location.hash)
    if (slideId !== null) model.goTo(slideId)
  })
}
