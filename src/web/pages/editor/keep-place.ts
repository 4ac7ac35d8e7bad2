import { parseSlideHash, slideHash } from '../../../document/slide-hash.ts'
import { positionOf } from '../../../document/slide-position.ts'
import type { Deck, SlideId } from '../../../document/types.ts'
import type { EditorModel } from '../../../editor/state/editor-model.ts'

/** What this entry of the browser's history keeps of the editor: a reload, and a way back, come to it. */
export interface KeptPlace {
  readonly slideId?: SlideId
  /** The journal entry of this window's unsaved work. */
  readonly journal?: string
  /** The user asked for the deck as it is on the server: the unsaved work is offered, not put in. */
  readonly asks?: boolean
}

/** ms between two writes at least: browsers bound how often a page may change its address (Safari: 100 times in 30 s). */
const rest = 400

/** What was kept before this page was loaded. */
export function keptPlace(): KeptPlace {
  const { state } = window.history as { state: { editor?: KeptPlace } | null }
  return state?.editor ?? {}
}

/** Keeps more of it. */
export function keepInPlace(more: KeptPlace): void {
  window.history.replaceState({ editor: { ...keptPlace(), ...more } }, '')
}

/** The slide to begin with: the one that was left, or the one that the address names. Null: neither is in the deck. */
export function slideOfPlace(deck: Deck, { slideId }: KeptPlace, hash: string): SlideId | null {
  if (slideId !== undefined && Object.hasOwn(deck.slides, slideId)) return slideId
  const target = parseSlideHash(hash)
  return (target && deck.stacks[target.h]?.slides[target.v]) ?? null
}

/** The part of an address that leads to a slide; '' for null and for a slide that is gone. */
export function hashOf(model: EditorModel, slideId: SlideId | null): string {
  const place = slideId === null ? null : positionOf(model.getState().deck, slideId)
  return place ? slideHash(place) : ''
}

/** Keeps the slide on the canvas in the address, and goes where an address that is typed leads. */
export function keepPlace(model: EditorModel, journal: string): void {
  let kept: SlideId | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = (): void => {
    clearTimeout(timer)
    timer = undefined
    const { slideId } = model.getState()
    if (slideId === kept) return
    kept = slideId
    const hash = hashOf(model, model.getState().slideId)
    const { pathname, search } = window.location
    const place: KeptPlace = { slideId, journal }
    window.history.replaceState({ editor: place }, '', pathname + search + (hash === '#/0' ? '' : hash))
  }
  write()
  model.subscribe(() => {
    if (model.getState().slideId === kept) return
    timer ??= setTimeout(write, rest)
  })
  window.addEventListener('pagehide', write)
  window.addEventListener('hashchange', () => {
    const slideId = slideOfPlace(model.getState().deck, {}, window.location.hash)
    if (slideId !== null) model.goTo(slideId)
  })
}
