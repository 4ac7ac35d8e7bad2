import { type CSSProperties, useEffect, useRef } from 'react'
import type { Slide, SlideId } from '../../document/deck-model.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { slideSizeOf } from '../../rules/slide-size.ts'
import { type CanvasFrame, canvasPageOf, createFrameElement, openCanvasFrame } from '../canvas/canvas-frame.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { footerNumber } from '../themes/open-footers.ts'
import styles from './slide-list.module.css'
import { watchNearViewport } from './watch-near-viewport.ts'

/**
 * How long a thumbnail out of reach keeps its frame, in ms: users scroll back, but a long deck must not fill the
 * memory.
 */
const frameLifetime = 20_000

/** Throttle of thumbnail updates, in ms: while the user types, they take no time from each key. */
const updateDelay = 50

/**
 * Renders a slide small, in a frame where scripts can't run. The frame is created when the thumbnail comes near the
 * viewport, and removed long after it left.
 */
class Thumbnail {
  readonly #host: HTMLElement
  #frame: CanvasFrame | null = null
  #element: HTMLIFrameElement | null = null
  #shown: { slide: Slide; settings: DeckSettings; number: (() => string) | undefined } | null = null
  #closing: ReturnType<typeof setTimeout> | undefined
  readonly #leave: () => void
  #near = false
  readonly #resized: ResizeObserver
  readonly #follow: (() => () => void) | null
  #unfollow: (() => void) | null = null

  /** `follow` subscribes to a slide while there is a frame; returns the function that unsubscribes. */
  constructor(host: HTMLElement, follow: ((thumbnail: Thumbnail) => () => void) | null = null) {
    this.#host = host
    this.#follow = follow && (() => follow(this))
    const root = host.closest('[data-slide-list]') ?? document.documentElement
    this.#leave = watchNearViewport(host, root, (isNear) => this.#setNear(isNear))
    this.#resized = new ResizeObserver(() => this.#place())
    this.#resized.observe(host)
  }

  show(slide: Slide, settings: DeckSettings, number?: () => string): void {
    const resized = this.#shown?.settings.slide_size !== settings.slide_size
    this.#shown = { slide, settings, number }
    if (resized) this.#place()
    this.#draw()
  }

  close(): void {
    this.#leave()
    this.#resized.disconnect()
    clearTimeout(this.#closing)
    this.#drop()
  }

  #setNear(isNear: boolean): void {
    if (isNear === this.#near) return
    this.#near = isNear
    clearTimeout(this.#closing)
    if (isNear) this.#open()
    else if (this.#element) this.#closing = setTimeout(() => this.#drop(), frameLifetime)
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
    const { slide, settings, number } = this.#shown
    this.#frame.show(slide, settings, number)
  }

  #place(): void {
    if (!this.#shown) return
    const { width, height } = slideSizeOf(this.#shown.settings.slide_size)
    const { clientWidth, clientHeight } = this.#host
    const scale = Math.min(clientWidth / width, clientHeight / height)
    this.#frame?.place({ x: (clientWidth - width * scale) / 2, y: (clientHeight - height * scale) / 2, scale })
  }
}

/** Props of SlideThumbnail. */
export interface SlideThumbnailProps {
  readonly slide: Slide
  readonly settings: DeckSettings
  /** Its number in the footer. */
  readonly number?: () => string
}

/** A static thumbnail of a slide. */
export function SlideThumbnail({ slide, settings, number }: SlideThumbnailProps) {
  const host = useRef<HTMLSpanElement>(null)
  const thumbnail = useRef<Thumbnail | null>(null)
  useEffect(() => {
    const made = new Thumbnail(host.current!)
    thumbnail.current = made
    return () => made.close()
  }, [])
  useEffect(() => thumbnail.current?.show(slide, settings, number), [slide, settings, number])
  return <span ref={host} className={styles.thumbnail} style={aspectOf(settings.slide_size)} />
}

/** The aspect ratio of the deck's slides. */
function aspectOf(size: string): CSSProperties {
  const { width, height } = slideSizeOf(size)
  return { '--slide-aspect': `${width} / ${height}` } as CSSProperties
}

/** Keeps a thumbnail up to date with a slide of the deck. Returns a function that stops it. */
function followSlide(model: EditorModel, slideId: SlideId, thumbnail: Thumbnail): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let slide: Slide | undefined
  let shown: DeckSettings | null = null
  let number = ''
  const show = (): void => {
    const { deck } = model.getState()
    timer = undefined
    slide = deck.slides[slideId]
    shown = deck.settings
    number = footerNumber(deck, slideId)
    if (slide) thumbnail.show(slide, shown, () => footerNumber(model.getState().deck, slideId))
  }
  const end = model.subscribe(() => {
    const { deck } = model.getState()
    if (timer !== undefined) return
    if (deck.slides[slideId] === slide && deck.settings === shown && footerNumber(deck, slideId) === number) return
    // A throttle, not a debounce: continuous typing still updates the thumbnail.
    timer = setTimeout(show, updateDelay)
  })
  show()
  return () => {
    end()
    clearTimeout(timer)
  }
}

/** A thumbnail that follows its slide. Updates bypass React: a typed key must not render a list of hundreds. */
export function LiveThumbnail({ slideId }: { slideId: SlideId }) {
  const { model } = useEditorInstance()
  const host = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // Only thumbnails near the viewport subscribe: the others take no time from a key.
    const thumbnail = new Thumbnail(host.current!, (made) => followSlide(model, slideId, made))
    return () => thumbnail.close()
  }, [model, slideId])
  const size = useEditor(({ deck }) => deck.settings.slide_size)
  return <span ref={host} className={styles.thumbnail} style={aspectOf(size)} />
}
