import { useEffect, useRef } from 'react'
import type { DeckSettings, Slide } from '../../document/types.ts'
import { limits } from '../../rules/limits.ts'
import { type CanvasFrame, createFrameElement, openCanvasFrame } from '../canvas/canvas-frame.ts'
import { watchReach } from './reach.ts'
import styles from './slide-list.module.css'

/** How long a thumbnail out of reach is kept, in ms: people scroll back, but a long deck must not fill the memory. */
const keptFor = 20_000

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

  constructor(host: HTMLElement) {
    this.#host = host
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
  const waiting = useRef<{ slide: Slide; settings: DeckSettings } | null>(null)
  useEffect(() => {
    // After the frame in which the slide itself was painted: the canvas comes first. While changes follow each other
    // faster than that, the newest is drawn then: nothing waits for a pause.
    const isWaiting = waiting.current !== null
    waiting.current = { slide, settings }
    if (isWaiting) return
    setTimeout(() => {
      const newest = waiting.current!
      waiting.current = null
      thumbnail.current?.show(newest.slide, newest.settings)
    }, 16)
  }, [slide, settings])
  return <span ref={host} className={styles.thumbnail} />
}
