import type { Slide } from '../../document/deck-model.ts'
import { revealClasses } from '../../document/output/theme-variables.ts'
import { markTone } from '../../player/mark-tones.ts'
import { canvasPath } from '../../rules/canvas-path.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { fontStyles } from '../../rules/font-services.ts'
import { showFontStyles } from '../fonts/deck-fonts.ts'
import { addOwnFonts } from '../fonts/own-fonts.ts'
import type { Placement } from '../geometry/viewport.ts'
import { parseUnder } from '../html/markup.ts'
import { openFooters, slideFooter } from '../themes/open-footers.ts'
import { addCanvasTheme, type CanvasTheme } from './canvas-theme.ts'
import { showBackground, toneOf } from './slide-background.ts'
import { createSlideView, type SlideView } from './slide-view.ts'

/**
 * The canvas's document: one slide on its background. Scripts cannot run in it, and the app's styles do not apply.
 */
export interface CanvasFrame {
  readonly document: Document
  readonly view: SlideView
  /** Shows a slide with the deck's theme settings. `number`: its number in the footer. */
  show(slide: Slide, settings: DeckSettings, number?: () => string): void
  /** Sets the slide's position and scale on the canvas. */
  place(placement: Placement): void
}

/** Whether this is WebKit, which delivers no events to a document whose scripting is disabled. */
const needsScripting = /^Apple/.test(navigator.vendor)

/**
 * Creates the canvas frame in an element. The CSP header of its page blocks scripts; the sandbox blocks them too,
 * except in WebKit.
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
 * The document of a loaded frame, or null if it is not the canvas: cross-origin (the browser's offline page) or an
 * error page.
 */
export function canvasPageOf(element: HTMLIFrameElement): Document | null {
  const page = element.contentDocument
  return page?.documentElement.classList.contains('canvas') ? page : null
}

/** Waits for the document of a frame made by createFrameElement. Rejects if it cannot be loaded. */
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

/** Builds the elements around the slide in the frame's document, as the player does. */
export function openCanvasFrame(document: Document): CanvasFrame {
  if (document.defaultView) parseUnder(document.defaultView)
  return new SlideFrame(document)
}

const unnumbered = (): string => ''

class SlideFrame implements CanvasFrame {
  readonly document: Document
  readonly view: SlideView
  readonly #root: HTMLElement
  readonly #paper: HTMLElement
  readonly #background: HTMLElement
  readonly #reveal: HTMLElement
  readonly #theme: CanvasTheme
  #slide: Slide | null = null
  #settings: DeckSettings | null = null
  #number = unnumbered

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
    // As in the player: a slide's own background covers the theme's markup.
    this.#theme = addCanvasTheme(document, box('theme-html', this.#paper), () => this.#partLoaded())
    this.#background = box('slide-background', this.#paper)
    this.#reveal = box('reveal', this.#root)
    const slides = box('slides', this.#reveal)
    slides.append(this.view.section)
    const style = document.createElement('style')
    style.textContent = surroundings
    document.head.append(style)
    addOwnFonts(document)
    document.fonts?.addEventListener('loadingdone', () => this.view.settle())
    document.body.replaceChildren(this.#root)
    const unfollow = openFooters.subscribe(() => {
      unfollow()
      if (document.defaultView !== null) this.#partLoaded()
    })
  }

  show(slide: Slide, settings: DeckSettings, number = unnumbered): void {
    if (settings !== this.#settings) this.#showSettings(settings)
    const attributes = slide.attributes
    const repainted = attributes !== this.#slide?.attributes
    if (repainted) showBackground(this.#background, attributes)
    this.view.show(slide)
    if (repainted) this.#showTone(attributes)
    this.#slide = slide
    this.#number = number
    this.view.showFooter(slideFooter(slide, settings, number()))
  }

  /** Draws what was loaded since: a theme, or the footer's code. */
  #partLoaded(): void {
    if (this.#slide && this.#settings) this.show(this.#slide, this.#settings, this.#number)
    this.view.settle()
  }

  place(placement: Placement): void {
    this.#root.style.transform = `translate(${placement.x}px, ${placement.y}px) scale(${placement.scale})`
  }

  #showSettings(settings: DeckSettings): void {
    this.#theme.apply(settings)
    showFontStyles(this.document, fontStyles(settings))
    this.#reveal.className = revealClasses(settings)
    this.#settings = settings
  }

  #showTone(attributes: Readonly<Record<string, string>>): void {
    markTone(this.view.section, toneOf(this.#background, attributes))
  }
}

/** Styles that the player has for slides, and some that only the editor needs. */
const surroundings = `
/* Clip, since typing below the edge would scroll hidden overflow, and move the text away from its outline. */
html, body { margin: 0; width: 100%; height: 100%; background: transparent; }
html { overflow: hidden; }
body { position: relative; overflow: clip; }
.canvas-slide { position: absolute; left: 0; top: 0; width: var(--l-slide-width); height: var(--l-slide-height);
  transform-origin: 0 0; }
.canvas-slide > .reveal-viewport { position: absolute; inset: 0; overflow: hidden; }
.canvas-slide .slide-background { position: absolute; inset: 0; container-type: size; }
.canvas-slide .slide-background-content { position: absolute; inset: 0; }
.canvas-slide .slide-background-content video { position: absolute; inset: 0; width: 100%; height: 100%; }
.canvas-slide .background-page { position: absolute; inset: 0; display: grid; place-items: end; margin: 0; padding: 16px;
  border: 3px dashed #8889; color: #888; font: 20px system-ui, sans-serif; }
.canvas-slide .theme-html a { pointer-events: none; }
.canvas-slide > .reveal { position: absolute; inset: 0; overflow: visible; }
.reveal .slides { position: absolute; inset: 0; }
/* As in reveal.js, whose sheet comes before that of the theme. */
:where(.reveal .slides) { text-align: center; }
.reveal .slides > section { position: absolute; width: 100%; }
.reveal .slides [contenteditable] { outline: none; cursor: text; }
.reveal .slides a { cursor: inherit; }
.reveal .slides .block[data-block-type="image"] > .block-content:empty { display: grid; place-items: center;
  border: 2px dashed color-mix(in srgb, currentColor 45%, transparent); border-radius: 10px; }
.reveal .slides .block[data-block-type="image"] > .block-content:empty::before { content: "Click to add image";
  padding: 8px; font-size: 26px; text-align: center; opacity: 0.6; }
.reveal .slides .block[data-waiting] > .block-content > :first-child::before { content: var(--placeholder); opacity: 0.5; }
.reveal .slides .block[data-waiting] > .block-content > :first-child > br:last-child { display: none; }
.reveal .slides .block[data-waiting] > .block-content > :is(ul, ol):first-child::before { content: none; }
.reveal .slides .block[data-waiting] > .block-content > :is(ul, ol):first-child > li:first-child::before {
  content: var(--placeholder); opacity: 0.5; }
.reveal .slides .block[data-waiting] > .block-content > :is(ul, ol):first-child > li > br:last-child { display: none; }
`
