import { useEffect, useRef } from 'react'
import type { DeckSettings, Slide } from '../../document/types.ts'
import { limits } from '../../rules/limits.ts'
import { type CanvasFrame, createFrameElement, openCanvasFrame } from '../canvas/canvas-frame.ts'
import styles from './slide-list.module.css'

/** How far outside of the list's window thumbnails are drawn already, so that scrolling shows no empty ones. */
const drawnAhead = '400px'

/** How long a thumbnail out of reach is kept, in ms: people scroll back, but a long deck must not fill the memory. */
const keptFor = 20_000

/** Draws a slide small, in a frame where scripts can't run; empty until it comes near the list's window, and again long after. */
class Thumbnail {
  readonly #host: HTMLElement
  #frame: CanvasFrame | null = null
  #element: HTMLIFrameElement | null = null
  #shown: { slide: Slide; settings: DeckSettings } | null = null
  #closing: ReturnType<typeof setTimeout> | undefined
  readonly #watcher: IntersectionObserver
  readonly #resized: ResizeObserver

  constructor(host: HTMLElement) {
    this.#host = host
    // The margin counts only at the edges of the element that scrolls.
    const root = host.closest('[data-slide-list]')
    this.#watcher = new IntersectionObserver((entries) => this.#reach(entries.at(-1)!.isIntersecting), {
      root,
      rootMargin: drawnAhead,
    })
    this.#watcher.observe(host)
    this.#resized = new ResizeObserver(() => this.#place())
    this.#resized.observe(host)
  }

  show(slide: Slide, settings: DeckSettings): void {
    this.#shown = { slide, settings }
    this.#draw()
  }

  close(): void {
    this.#watcher.disconnect()
    this.#resized.disconnect()
    clearTimeout(this.#closing)
    this.#drop()
  }

  #reach(isNear: boolean): void {
    clearTimeout(this.#closing)
    if (isNear) this.#open()
    else if (this.#element) this.#closing = setTimeout(() => this.#drop(), keptFor)
  }

  #drop(): void {
    this.#element?.remove()
    this.#element = null
    this.#frame = null
  }

  #open(): void {
    if (this.#element) return
    const element = createFrameElement(this.#host)
    element.setAttribute('aria-hidden', 'true')
    element.addEventListener('load', () => {
      if (!element.contentDocument) return
      this.#frame = openCanvasFrame(element.contentDocument)
      this.#draw()
    })
    this.#element = element
  }

  #draw(): void {
    if (!this.#frame || !this.#shown) return
    this.#frame.show(this.#shown.slide, this.#shown.settings)
    this.#place()
  }

  #place(): void {
    this.#frame?.place({ x: 0, y: 0, scale: this.#host.clientWidth / limits.slide.width })
  }
}

/** A slide as it looks, small. It follows a change with the next frame that the browser has time for. */
export function SlideThumbnail({ slide, settings }: { slide: Slide; settings: DeckSettings }) {
  const host = useRef<HTMLSpanElement>(null)
  const thumbnail = useRef<Thumbnail | null>(null)
  useEffect(() => {
    const made = new Thumbnail(host.current!)
    thumbnail.current = made
    return () => made.close()
  }, [])
  useEffect(() => {
    // After the frame in which the slide itself was painted: the canvas comes first.
    const timer = setTimeout(() => thumbnail.current?.show(slide, settings), 16)
    return () => clearTimeout(timer)
  }, [slide, settings])
  return <span ref={host} className={styles.thumbnail} />
}
