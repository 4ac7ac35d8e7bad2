/** Prepares the printable document for a file: steps, links and media, then pictures. */

import type { PrintSettings } from '../document/output/frame-types.ts'
import { clipPictures } from './clip-pictures.ts'
import { linkSheets } from './link-sheets.ts'
import { maskTinted } from './tint-pictures.ts'

type ExportedDocument = NonNullable<PrintSettings['exported']>

/** Code is painted after its grammar is loaded; the player does not wait for it. */
const paintTimeout = 8_000
const pollPause = 10

async function codeIsPainted(): Promise<void> {
  const end = performance.now() + paintTimeout
  const isPending = () => document.querySelector('.sheet pre code:not(.hljs)') !== null
  while (isPending() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, pollPause))
}

/** A card in the place of a player without a picture. */
function card(name: string, address: string): HTMLElement {
  const place = document.createElement('div')
  place.className = 'frame-place'
  const title = document.createElement('strong')
  title.textContent = name
  const source = document.createElement('span')
  source.textContent = address
  place.append(title, source)
  return place
}

/** A URL of another host; '' for an uploaded file, whose path says nothing. */
function outside(address: string): string {
  return /^https?:/.test(address) && !address.startsWith(location.origin) ? address : ''
}

/** Words for drawings that the slides have no words for: a chart’s are in its table, which no page shows. */
function nameDrawings(): void {
  for (const chart of document.querySelectorAll('.sheet [data-l-chart]')) {
    const drawing = chart.querySelector(':scope > svg')
    const rows = Array.from(chart.querySelectorAll('table tr'), (row) =>
      Array.from(row.children, (cell) => cell.textContent?.trim() ?? '').join(', '),
    )
    const title = chart.querySelector('caption')?.textContent ?? 'Chart'
    name(drawing, [title, ...rows].join('; '))
    // Else it would be a second picture, without words.
    chart.setAttribute('role', 'none')
  }
  for (const formula of document.querySelectorAll<HTMLElement>('.sheet [data-latex]')) {
    name(formula, formula.dataset.latex ?? '')
    // Tags are made only for what is not hidden; what is for readers of pages alone is not on paper.
    // Formats with formulas of their own read it.
    formula.dataset.mathml = formula.querySelector('.katex-mathml math')?.outerHTML ?? ''
    formula.querySelector('.katex-mathml')?.remove()
    for (const part of formula.querySelectorAll('[aria-hidden]')) part.removeAttribute('aria-hidden')
  }
}

function name(element: Element | null, words: string): void {
  element?.removeAttribute('aria-hidden')
  element?.setAttribute('role', 'img')
  element?.setAttribute('aria-label', words)
}

/** A picture that could not be loaded is a card, too; `data-missing` has its URL, for the report. */
function markMissing(): void {
  for (const picture of document.querySelectorAll<HTMLImageElement>('.sheet img[src]')) {
    if (picture.naturalWidth > 0) continue
    const place = card(picture.alt || 'A picture', outside(picture.src))
    place.dataset.missing = picture.src
    picture.replaceWith(place)
  }
}

/** Files play nothing: a video is its poster, else a card with its address; so is a sound. */
function replaceMedia(): void {
  for (const media of document.querySelectorAll<HTMLMediaElement>('.sheet :is(video, audio)')) {
    const poster = media instanceof HTMLVideoElement ? media.poster : ''
    const label = media.getAttribute('aria-label') ?? media.title
    if (poster === '') {
      const isVideo = media instanceof HTMLVideoElement
      const address = media.querySelector('source')?.getAttribute('src') ?? media.getAttribute('src') ?? ''
      // A player of sound is one line high.
      media.replaceWith(card(label || (isVideo ? 'Video' : 'Audio'), isVideo ? outside(address) : ''))
      continue
    }
    const picture = document.createElement('img')
    picture.src = poster
    picture.alt = label || 'Video'
    picture.style.cssText = `${media.style.cssText};width:100%;height:100%;object-fit:cover;display:block`
    media.replaceWith(picture)
  }
}

/** Waits for all pictures, and loads those that would wait until they are scrolled to. */
async function picturesAreLoaded(): Promise<void> {
  const pictures = Array.from(document.images)
  await Promise.all(
    pictures.map((picture) => {
      picture.loading = 'eager'
      if (picture.complete) return undefined
      return new Promise((resolve) => {
        picture.addEventListener('load', resolve, { once: true })
        picture.addEventListener('error', resolve, { once: true })
      })
    }),
  )
}

/** Prepares the document. Resolves when nothing is loading anymore. */
export async function prepareExport({ steps, tagged }: ExportedDocument): Promise<void> {
  replaceMedia()
  await codeIsPainted()
  await picturesAreLoaded()
  await document.fonts.ready
  markMissing()
  if (tagged) {
    nameDrawings()
    maskTinted(document)
  }
  await clipPictures(document)
  if (steps) (await import('./split-steps.ts')).splitSteps(document)
  linkSheets(document)
  await picturesAreLoaded()
}
