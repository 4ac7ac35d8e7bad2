import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { blocks } from '../../../blocks/index.ts'
import type { Slide, Slides } from '../../../document/deck-model.ts'
import { printedSlides } from '../../../document/output/print-document.ts'
import { parseSlides } from '../../../document/parse-slides.ts'
import type { Scene } from '../../../document/powerpoint/scene.ts'
import type { SlideTransition } from '../../../document/powerpoint/transition-xml.ts'
import { shownTitle } from '../../../rules/deck-url.ts'
import type { PowerpointOptions } from '../../../rules/export-formats/powerpoint.ts'
import { measurePage } from '../../../server/chromium/measure-page.ts'
import { packZipFile } from '../../../server/zip/pack-zip.ts'
import { dataOf } from '../../decks/read-content.ts'
import type { ExportFormat, ExportInput, ExportNote } from '../export-format.ts'
import { scriptedSlides } from '../scripted-slides.ts'
import { createPowerpoint, type SlideSource } from './create-powerpoint.ts'
import { deckLook, readShownValues } from './deck-look.ts'
import { createMediaSource } from './media-source.ts'
import type { PowerpointReport } from './report.ts'

/** The script that measures slides, in the player's build. */
export const MEASURE_SCRIPT = 'src/player/measure/measure.ts'

const styles: readonly string[] = ['none', 'fade', 'slide', 'convex', 'concave', 'zoom']

/** How a slide comes in: its own transition, or the deck's. */
function transitionOf(slide: Slide, usual: string, isBelow: boolean): SlideTransition {
  const named = (slide.attributes['data-transition'] ?? usual).split(/[\s-]/)[0] ?? ''
  const style = (styles.includes(named) ? named : 'fade') as SlideTransition['style']
  const speed = slide.attributes['data-transition-speed']
  const advance = Number(slide.attributes['data-autoslide'])
  return {
    style: slide.attributes['data-auto-animate'] === undefined ? style : 'morph',
    speed: speed === 'fast' || speed === 'slow' ? speed : 'default',
    isBelow,
    advance: advance > 0 ? advance : null,
  }
}

/** The slides of the file in order: those that are printed. */
function slideSources(input: ExportInput, { hidden, notes }: PowerpointOptions): SlideSource[] {
  const data = dataOf(input.content)
  const parsed: Slides = parseSlides(data, blocks)
  const withHidden = hidden && input.readable.hidden
  return printedSlides(data, { hidden: withHidden }).map(({ id, number }) => {
    const slide = parsed.slides[id] ?? null
    const [h = 1, v = 1] = number.split('.').map(Number)
    return {
      ...{ slide, number, h: h - 1, v: v - 1 },
      notes: notes && input.readable.notes ? (input.content.notes[id] ?? '') : '',
      transition: slide && transitionOf(slide, input.deck.transition, v > 1),
      hidden: slide?.attributes['data-visibility'] === 'hidden',
    }
  })
}

function notesOf({ slides, fonts }: PowerpointReport, hasLeftOut: boolean): ExportNote[] {
  const bySlide = slides.flatMap(({ number, remarks }) => remarks.map((text) => ({ slide: number, text })))
  const texts = [
    ...(hasLeftOut ? ['The files of the deck are too large together: some are not in the presentation'] : []),
    ...(fonts.length > 0 ? [`Computers without these fonts show others: ${fonts.join(', ')}`] : []),
  ]
  return [...texts.map((text) => ({ slide: null, text })), ...bySlide]
}

async function measure(page: Page, script: string, input: ExportInput, count: number) {
  input.signal.throwIfAborted()
  const progress = (share: number) => input.progress(Math.floor(share * count), count)
  const shown = (await page.evaluate(readShownValues)) as Readonly<Record<string, string>>
  const { scene, pictures } = await measurePage(page, script, undefined, progress)
  return { shown, measured: { scene: scene as Scene, rasters: pictures } }
}

/** Makes a PowerPoint file. `script`: the text of MEASURE_SCRIPT, built. */
export function powerpointMaker(script: string): ExportFormat<'ppt'> {
  return {
    async run(input, options) {
      const slides = slideSources(input, options)
      input.progress(0, slides.length)
      const printed = { hidden: options.hidden }
      const { shown, measured } = await input.withPrintedDeck(printed, (page) =>
        measure(page, script, input, slides.length),
      )
      input.signal.throwIfAborted()
      const { deck, owner, theme, language } = input
      const media = createMediaSource(input.readMedia, input.signal)
      const created = new Date()
      const { files, report } = await createPowerpoint({
        title: shownTitle(deck.title),
        author: owner.name ?? owner.username,
        ...{ language, created, animates: options.animations },
        look: deckLook(shownTitle(deck.title), deck, theme, shown),
        ...{ slides, ...measured, read: media.read },
      })
      input.signal.throwIfAborted()
      input.progress(slides.length, slides.length)
      const path = join(input.folder, 'slides.pptx')
      await packZipFile(path, files, created, input.signal)
      const scripted = scriptedSlides(input, printedSlides(dataOf(input.content)))
      return { path, notes: [...scripted, ...notesOf(report, media.hasLeftOut())] }
    },
  }
}
