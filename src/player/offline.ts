/**
 * Runs on pages of decks that are opened from a disk, before reveal.js is initialized: what the player adds to reveal.js.
 * Without it they are plain reveal.js pages. Code and formulas are rendered already.
 */
import type { RevealApi, RevealConfig } from 'reveal.js'
import { showAudio } from '../blocks/audio/player.ts'
import { highlightCurrentStep } from '../blocks/code/lit-lines.ts'
import { prepareMedia } from '../blocks/media-prepare.ts'
import { showText } from '../blocks/text/player.ts'
import { showVideos } from '../blocks/video/player.ts'
import { animatedPairs } from './auto-animate.ts'
import { showBackgroundEffects } from './background-effects.ts'
import { takeBackgroundFrames } from './background-frames.ts'
import { stageFor } from './block-stage.ts'
import { keepLayout } from './keep-layout.ts'
import { markTones } from './mark-tones.ts'
import { prepareSlides } from './prepare-slides.ts'

/** The page's settings besides those of reveal.js, as JSON in `#player-settings`. */
interface PageSettings {
  readonly rollingLinks: boolean
  /** Style sheets of font services, used while there is a network. */
  readonly fontStyles: readonly string[]
  /** Files of the page by the address that stands for them, as base64 with their types. */
  readonly files: Readonly<Record<string, { readonly type: string; readonly base64: string }>>
}

// `Reveal` comes from the script before this one; the page passes `lectern` to Reveal.initialize.
const globals = globalThis as unknown as { readonly Reveal: RevealApi; lectern?: RevealConfig }

function settingsOfPage(): PageSettings {
  const json = document.getElementById('player-settings')?.textContent ?? '{}'
  return { rollingLinks: false, fontStyles: [], files: {}, ...(JSON.parse(json) as Partial<PageSettings>) }
}

/** Makes files of the page loadable: a data: URL is not seekable, and reveal.js splits it at its comma. */
function openFiles(root: Element, files: PageSettings['files']): void {
  for (const [address, { type, base64 }] of Object.entries(files)) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const url = URL.createObjectURL(new Blob([bytes], { type }))
    for (const name of ['data-src', 'data-background-video', 'data-background-image'])
      for (const element of root.querySelectorAll(`[${name}*="${address}"]`))
        element.setAttribute(name, (element.getAttribute(name) ?? '').replaceAll(address, url))
  }
}

/** Placeholder of a page or file that only the network has. `isLine`: one line high. */
function placeFor(address: string, title: string, isLine: boolean): HTMLElement {
  const place = document.createElement('a')
  place.className = isLine ? 'network-place network-line' : 'network-place'
  place.href = address
  place.target = '_blank'
  place.rel = 'noopener noreferrer'
  const [name, note] = [document.createElement('strong'), document.createElement('span')]
  name.textContent = title
  note.textContent = `This part needs the Internet: ${address}`
  place.append(name, note)
  return place
}

/** Loads pages, films and pictures of other sites while there is a network, and says so where they stand if there is none. */
function loadFromNetwork(root: Element): void {
  for (const element of root.querySelectorAll<HTMLElement>(
    ':is(iframe, img, video, audio, source)[data-src^="https:"]',
  )) {
    const address = element.dataset.src ?? ''
    if (navigator.onLine) {
      element.setAttribute('src', address)
      element.removeAttribute('data-src')
      continue
    }
    const shown = element.nodeName === 'SOURCE' ? element.parentElement : element
    const names = ['aria-label', 'title', 'alt'].map((name) => shown?.getAttribute(name))
    shown?.replaceWith(placeFor(address, names.find(Boolean) ?? new URL(address).host, shown?.nodeName === 'AUDIO'))
  }
}

function loadFontStyles(addresses: readonly string[]): void {
  for (const href of addresses) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    document.head.append(link)
  }
}

/** The elements of a selector on the slides. */
const all = (root: Element, selector: string) => Array.from(root.querySelectorAll<HTMLElement>(selector))

const media = '[data-block-type="video"] > :is(video, iframe), [data-block-type="audio"] > audio'

function start(root: HTMLElement, frames: ReturnType<typeof takeBackgroundFrames>): void {
  const reveal = globals.Reveal
  const stage = stageFor(reveal, false, () => {})
  markTones(reveal, root)
  showBackgroundEffects(root)
  keepLayout(reveal)
  const codes = all(root, 'pre code[data-line-numbers]')
  stage.onStep((slide) => {
    if (navigator.onLine) frames.show(slide)
    for (const code of codes) if (slide.contains(code)) highlightCurrentStep(code)
  })
  showText(all(root, '[data-l-fit="shrink"]'), stage)
  showVideos(all(root, '[data-block-type="video"] > :is(video, iframe)'), stage)
  showAudio(all(root, '[data-block-type="audio"] > audio'), stage)
}

function prepare(root: HTMLElement): void {
  const { rollingLinks, fontStyles, files } = settingsOfPage()
  openFiles(root, files)
  loadFromNetwork(root)
  if (navigator.onLine) loadFontStyles(fontStyles)
  prepareMedia(all(root, media))
  prepareSlides(root, { autoplay: true, rollingLinks })
  const frames = takeBackgroundFrames(root)
  globals.Reveal.on('ready', () => start(root, frames))
  globals.lectern = {
    autoAnimate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    autoAnimateMatcher: animatedPairs,
  }
}

const root = document.querySelector<HTMLElement>('.reveal')
if (root) prepare(root)
