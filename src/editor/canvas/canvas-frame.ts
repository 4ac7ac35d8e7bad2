import type { Slide } from '../../document/types.ts'
import { markGround } from '../../player/slide-grounds.ts'
import { themeClasses, themeVariables } from '../../player/theme-variables.ts'
import { canvasPath } from '../../rules/canvas-path.ts'
import type { DeckSettings } from '../../rules/deck-fields.ts'
import { fontStyles } from '../../rules/font-services.ts'
import { limits } from '../../rules/limits.ts'
import { showFontStyles } from '../fonts/deck-fonts.ts'
import type { Placement } from '../geometry/viewport.ts'
import { parseUnder } from '../html/markup.ts'
import { groundOf, showBackground } from './slide-background.ts'
import { createSlideView, type SlideView } from './slide-view.ts'

/** The canvas's document: one slide on its ground, where scripts can't run and the app's styles don't reach. */
export interface CanvasFrame {
  readonly document: Document
  readonly view: SlideView
  /** Shows a slide with the deck's look. */
  show(slide: Slide, settings: DeckSettings): void
  /** Puts the slide where it is on the canvas. */
  place(placement: Placement): void
}

/** Whether this is a browser on Apple's WebKit, which delivers no events into a document with scripting off. */
const needsScripting = /^Apple/.test(navigator.vendor)

/**
 * Puts the frame into an element. What stops scripts in it is the policy in the page's header; the sandbox stops them
 * a second time wherever the browser delivers events all the same.
 */
export function createFrameElement(parent: HTMLElement): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', needsScripting ? 'allow-same-origin allow-scripts' : 'allow-same-origin')
  frame.title = 'Slide'
  frame.tabIndex = -1
  frame.src = canvasPath
  parent.append(frame)
  return frame
}

/**
 * The page of a loaded frame. Null when it is not the canvas: the browser's own page, which says that there is no
 * network, is nobody's to look into, and what tells of an error is no place for a slide.
 */
export function canvasPageOf(element: HTMLIFrameElement): Document | null {
  const page = element.contentDocument
  return page?.documentElement.classList.contains('canvas') ? page : null
}

/** Waits for the page of a frame made by createFrameElement. Rejects when it can't be had. */
export function whenCanvasPage(element: HTMLIFrameElement): Promise<Document> {
  return new Promise((resolve, reject) => {
    const load = (): void => {
      const page = canvasPageOf(element)
      if (page) resolve(page)
      else reject(new Error('The page of the canvas could not be loaded'))
    }
    element.addEventListener('load', load, { once: true })
  })
}

/** Builds the slide's surroundings in the frame's document, as the player has them. */
export function openCanvasFrame(document: Document): CanvasFrame {
  if (document.defaultView) parseUnder(document.defaultView)
  return new SlideFrame(document)
}

class SlideFrame implements CanvasFrame {
  readonly document: Document
  readonly view: SlideView
  readonly #root: HTMLElement
  readonly #paper: HTMLElement
  readonly #background: HTMLElement
  readonly #reveal: HTMLElement
  #slide: Slide | null = null
  #settings: DeckSettings | null = null

  constructor(document: Document) {
    this.document = document
    this.view = createSlideView(document)
    const box = (className: string, parent: HTMLElement | null): HTMLElement => {
      const element = document.createElement('div')
      element.className = className
      parent?.append(element)
      return element
    }
    this.#root = box('canvas-slide', null)
    this.#paper = box('reveal-viewport', this.#root)
    this.#background = box('slide-background', this.#paper)
    this.#reveal = box('reveal', this.#root)
    const slides = box('slides', this.#reveal)
    slides.append(this.view.section)
    const style = document.createElement('style')
    style.textContent = surroundings
    document.head.append(style)
    document.fonts?.addEventListener('loadingdone', () => this.view.settle())
    document.body.replaceChildren(this.#root)
  }

  show(slide: Slide, settings: DeckSettings): void {
    if (settings !== this.#settings) this.#showSettings(settings)
    const attributes = slide.attributes
    const repainted = attributes !== this.#slide?.attributes
    if (repainted) showBackground(this.#background, attributes)
    this.view.show(slide)
    if (repainted) this.#showGround(attributes)
    this.#slide = slide
  }

  place(placement: Placement): void {
    this.#root.style.transform = `translate(${placement.x}px, ${placement.y}px) scale(${placement.scale})`
  }

  #showSettings(settings: DeckSettings): void {
    const look = this.document.documentElement.style
    for (const [name, value] of Object.entries(themeVariables(settings))) look.setProperty(name, value)
    showFontStyles(this.document, fontStyles(settings))
    const classes = ['reveal', settings.center ? 'center' : '', settings.rtl ? 'rtl' : '', themeClasses(settings)]
    this.#reveal.className = classes.filter((name) => name !== '').join(' ')
    this.#settings = settings
  }

  #showGround(attributes: Readonly<Record<string, string>>): void {
    markGround(this.view.section, groundOf(this.#background, attributes))
  }
}

/** What the player's own style sheet does for slides, and what only an editor needs. */
const surroundings = `
/* Clipped, not hidden: typing below the edge would scroll what is hidden, and away from the frames of the blocks. */
html, body { margin: 0; width: 100%; height: 100%; background: transparent; }
html { overflow: hidden; }
body { position: relative; overflow: clip; }
.canvas-slide { position: absolute; left: 0; top: 0; width: ${limits.slide.width}px; height: ${limits.slide.height}px;
  transform-origin: 0 0; }
.canvas-slide > .reveal-viewport { position: absolute; inset: 0; overflow: hidden; }
.canvas-slide .slide-background { position: absolute; inset: 0; }
.canvas-slide .slide-background-content { position: absolute; inset: 0; }
.canvas-slide .slide-background-content video { position: absolute; inset: 0; width: 100%; height: 100%; }
.canvas-slide .background-page { position: absolute; inset: 0; display: grid; place-items: end; margin: 0; padding: 16px;
  border: 3px dashed #8889; color: #888; font: 20px system-ui, sans-serif; }
.canvas-slide > .reveal { position: absolute; inset: 0; overflow: visible; }
.reveal .slides { position: absolute; inset: 0; text-align: center; }
.reveal .slides > section { position: absolute; width: 100%; }
.reveal .slides [contenteditable] { outline: none; cursor: text; }
.reveal .slides a { cursor: inherit; }
.reveal .slides .block[data-block-type="image"] > .block-content:empty { display: grid; place-items: center;
  border: 2px dashed color-mix(in srgb, currentColor 45%, transparent); border-radius: 10px; }
.reveal .slides .block[data-block-type="image"] > .block-content:empty::before { content: "Click to add image";
  font-size: 26px; opacity: 0.6; }
.reveal .slides .block[data-waiting] > .block-content > :first-child::before { content: var(--placeholder); opacity: 0.5; }
.reveal .slides .block[data-waiting] > .block-content > :first-child > br:last-child { display: none; }
.reveal .slides .block[data-waiting] > .block-content > :is(ul, ol):first-child::before { content: none; }
.reveal .slides .block[data-waiting] > .block-content > :is(ul, ol):first-child > li:first-child::before {
  content: var(--placeholder); opacity: 0.5; }
.reveal .slides .block[data-waiting] > .block-content > :is(ul, ol):first-child > li > br:last-child { display: none; }
`
