import { useEffect, useRef } from 'react'
import type { Slide, SlideId } from '../../document/types.ts'
import type { DeckSettings } from '../../rules/deck-fields.ts'
import { limits } from '../../rules/limits.ts'
import { type CanvasFrame, canvasPageOf, createFrameElement, openCanvasFrame } from '../canvas/canvas-frame.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import { watchReach } from './reach.ts'
import styles from './slide-list.module.css'

/** How long a thumbnail out of reach is kept, in ms: people scroll back, but a long deck must not fill the memory. */
const keptFor = 20_000

/**
 * How long a change of a slide waits for those that follow it, in ms: while somebody types, the small picture takes no
 * time from each key.
 */
const follows = 50

/** Draws a slide small, in a frame where scripts can't run; empty until it comes near the list's window, and again long after. */
class Thumbnail {
  readonly #host: HTMLElement
  #frame: CanvasFrame | null = null
  #element: HTMLIFrameElement | null = null
  #shown: { slide: Slide; settings: DeckSettings } | null = null
  #closing: ReturnType<typeof setTimeout> | undefined
  readonly #leave: () => void
  #near = false
  readonly #resized: ResizeObserver
  readonly #follow: (() => () => void) | null
  #unfollow: (() => void) | null = null

  /** `follow`: begins to show something and to keep up with it, as long as there is a frame; returns what ends it. */
  constructor(host: HTMLElement, follow: ((thumbnail: Thumbnail) => () => void) | null = null) {
    this.#host = host
    this.#follow = follow && (() => follow(this))
    const root = host.closest('[data-slide-list]') ?? document.documentElement
    this.#leave = watchReach(host, root, (isNear) => this.#reach(isNear))
    this.#resized = new ResizeObserver(() => this.#place())
    this.#resized.observe(host)
  }

  show(slide: Slide, settings: DeckSettings): void {
    this.#shown = { slide, settings }
    this.#draw()
  }

  close(): void {
    this.#leave()
    this.#resized.disconnect()
    clearTimeout(this.#closing)
    this.#drop()
  }

  #reach(isNear: boolean): void {
    if (isNear === this.#near) return
    this.#near = isNear
    clearTimeout(this.#closing)
    if (isNear) this.#open()
    else if (this.#element) this.#closing = setTimeout(() => this.#drop(), keptFor)
  }

  #drop(): void {
    this.#unfollow?.()
    this.#unfollow = null
    this.#element?.remove()
    this.#element = null
    this.#frame = null
  }

  #open(): void {
    if (this.#element) return
    const element = createFrameElement(this.#host)
    element.setAttribute('aria-hidden', 'true')
    element.addEventListener('load', () => {
      const page = canvasPageOf(element)
      if (!page) return
      this.#frame = openCanvasFrame(page)
      this.#place()
      this.#draw()
    })
    this.#element = element
    this.#unfollow = this.#follow?.() ?? null
  }

  #draw(): void {
    if (!this.#frame || !this.#shown) return
    this.#frame.show(this.#shown.slide, this.#shown.settings)
  }

  #place(): void {
    this.#frame?.place({ x: 0, y: 0, scale: this.#host.clientWidth / limits.slide.width })
  }
}

/** A slide as it looks, small. */
export function SlideThumbnail({ slide, settings }: { slide: Slide; settings: DeckSettings }) {
  const host = useRef<HTMLSpanElement>(null)
  const thumbnail = useRef<Thumbnail | null>(null)
  useEffect(() => {
    const made = new Thumbnail(host.current!)
    thumbnail.current = made
    return () => made.close()
  }, [])
  useEffect(() => thumbnail.current?.show(slide, settings), [slide, settings])
  return <span ref={host} className={styles.thumbnail} />
}

/** Keeps a thumbnail like a slide of the editor's deck. Returns what ends it. */
function followSlide(model: EditorModel, slideId: SlideId, thumbnail: Thumbnail): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let slide: Slide | undefined
  let look: DeckSettings | null = null
  const show = (): void => {
    const { slides, settings } = model.getState().deck
    timer = undefined
    slide = slides[slideId]
    look = settings
    if (slide) thumbnail.show(slide, look)
  }
  const end = model.subscribe(() => {
    const { slides, settings } = model.getState().deck
    if (timer !== undefined || (slides[slideId] === slide && settings === look)) return
    // Nothing waits for a pause: the newest is drawn when the first has waited long enough.
    timer = setTimeout(show, follows)
  })
  show()
  return () => {
    end()
    clearTimeout(timer)
  }
}

/**
 * A slide of the deck as it looks, small, and as it changes. React has no part in that: a key that is typed draws
 * nothing of a list of hundreds.
 */
export function FollowingThumbnail({ slideId }: { slideId: SlideId }) {
  const { model } = useEditorInstance()
  const host = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // Only those in reach follow: what is out of sight in a list of hundreds takes no time from a key.
    const thumbnail = new Thumbnail(host.current!, (made) => followSlide(model, slideId, made))
    return () => thumbnail.close()
  }, [model, slideId])
  return <span ref={host} className={styles.thumbnail} />
}
