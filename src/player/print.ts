/** Script of the printable document: shows the slides with all fragments. */

import { declaredTone, toneOfColor } from '../document/background-tone.ts'
import type { PrintSettings } from '../document/output/frame-types.ts'
import { openFramePort } from './frame-port.ts'
import { markTone } from './mark-tones.ts'
import type { DownMessage } from './messages.ts'
import { emptyPlaceholders, showToday } from './prepare-slides.ts'
import { startBlocks } from './start-blocks.ts'
import './print.css'

const settings = JSON.parse(document.getElementById('player-settings')?.textContent ?? '') as PrintSettings
const slides = Array.from(document.querySelectorAll<HTMLElement>('.sheet .slides > section'))

/** Paper has no playback, and steps of code only where each step is a page. */
function stopMotion(): void {
  for (const media of document.querySelectorAll<HTMLMediaElement>('video, audio')) {
    media.autoplay = false
    media.controls = false
    media.preload = 'metadata'
  }
  if (settings.exported?.steps) return
  for (const code of document.querySelectorAll<HTMLElement>('code[data-line-numbers]')) code.dataset.lineNumbers = ''
}

/** Sets the text color for dark and light backgrounds, as the player does. */
function markTones(): void {
  for (const slide of slides) {
    const behind = slide.closest('.reveal')?.querySelector('.first-background')
    const named = declaredTone((name) => slide.getAttribute(name))
    markTone(slide, named ?? (behind ? toneOfColor(getComputedStyle(behind).backgroundColor) : null))
  }
}

function loadFontStyles(): void {
  for (const href of settings.fontStyles) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    document.head.append(link)
  }
}

async function start(): Promise<void> {
  // Loaded beside what blocks need.
  const preparing = settings.exported ? import('./prepare-export.ts') : null
  stopMotion()
  showToday(document)
  emptyPlaceholders(document)
  markTones()
  loadFontStyles()
  const ready = { count: slides.length, is: false }
  const port = openFramePort({
    origins: settings.origins,
    receive: (message: DownMessage) => {
      if (message.type === 'print') window.print()
    },
    onConnect: () => {
      if (ready.is) port.send({ type: 'ready', count: ready.count })
    },
  })
  // Ctrl+P would make the browser print the parent page, which shows little of the deck.
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    window.print()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') port.send({ type: 'key', name: 'escape' })
  })
  await startBlocks((selector) => [...document.querySelectorAll<HTMLElement>(selector)], {
    onStep: (listener) => {
      for (const slide of slides) listener(slide)
    },
    onRest: () => {},
    isPrivate: true,
    fail: (code) => port.send({ type: 'error', code }),
  })
  if (settings.exported) await (await preparing)?.prepareExport(settings.exported)
  await document.fonts.ready
  document.documentElement.classList.add('ready')
  ready.is = true
  port.send({ type: 'ready', count: ready.count })
}

void start()
