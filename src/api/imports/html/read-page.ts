import { type ConvertedPage, convertPage } from '../../../blocks/convert-page.ts'
import { readDeckFile, settingsInFile } from '../../../document/deck-file.ts'
import { attribute } from '../../../document/html.ts'
import { type ForeignPage, readForeignPage } from '../../../document/import/foreign-page.ts'
import { matchedLook } from '../../../document/import/match-theme.ts'
import { settingsOfPage } from '../../../document/import/page-settings.ts'
import { elementsBelow } from '../../../document/import/tree.ts'
import { type Removal, type Sanitized, sanitize } from '../../../document/sanitize/sanitize.ts'
import { SanitizeError } from '../../../document/sanitize/sanitize-error.ts'
import { slideSizeOf } from '../../../rules/slide-size.ts'
import { ImportError } from '../import-error.ts'
import type { ReaderSink, ReadSettings } from '../process/reader.ts'
import { MediaCollector } from './collect-media.ts'
import { type DeckFiles, folderOf } from './deck-files.ts'
import { cssOfPage, isOfOldBrowsers, themeNameOf } from './page-theme.ts'
import { pageSanitizing, partsBeside } from './parts-beside.ts'
import { splitSlides } from './split-slides.ts'

/** Most bytes of a page's HTML, with the pictures in it. */
export const pageBytes = 100_000_000
/** Most bytes of one Markdown file or style sheet. */
export const textBytes = 5_000_000

/** The texts of all files that sections of Markdown name. */
async function markdownFiles(
  page: ForeignPage,
  files: DeckFiles,
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const named = page.slides ? elementsBelow(page.slides, (element) => Boolean(attribute(element, 'data-markdown'))) : []
  for (const element of named) {
    const address = attribute(element, 'data-markdown') as string
    const name = files.find(address, folder)
    if (name !== null && !texts.has(address)) texts.set(address, (await files.read(name, textBytes)).toString('utf8'))
  }
  return texts
}

/** What was taken out, by the number of the slide from 0. */
function removalRemarks(removed: readonly Removal[]): { slide: number | null; message: string }[] {
  return removed.filter(({ message }) => !isOfOldBrowsers(message)).map(({ slide, message }) => ({ slide, message }))
}

/** What a page needs to show its slides, also in exports of slides.com: its author misses nothing. */
const ownScript = /Reveal\s*\.\s*initialize|^\s*(?:var|window\.)\s*SLConfig\s*=/

/** The remarks by the number of their slide from 0; null: those on the whole file. Each is made once. */
function remarksOf(all: ConvertedPage['remarks'][number][], page: ForeignPage): ReadonlyMap<number | null, string[]> {
  if (page.scripts.some((script) => /\S/.test(script) && !ownScript.test(script)))
    all.unshift({ slide: null, message: 'The scripts of the page were left out' })
  const bySlide = new Map<number | null, string[]>([[null, []]])
  for (const { slide, message } of all) {
    const list = bySlide.get(slide) ?? []
    if (!list.includes(message)) list.push(message)
    bySlide.set(slide, list)
  }
  return bySlide
}

function sanitized(html: string): Sanitized {
  try {
    return sanitize(html, pageSanitizing('import'))
  } catch (error) {
    throw error instanceof SanitizeError ? new ImportError(error.message) : error
  }
}

/** A page's slides and styles, converted and not sanitized yet. Asks `files` for everything that it names. */
export async function convertedPage(html: string, name: string, files: DeckFiles, page = readForeignPage(html)) {
  const { slides } = page
  if (!slides) throw new ImportError('There are no slides in this file: each slide is a section')
  const folder = folderOf(name)
  const media = new MediaCollector(files)
  const texts = await markdownFiles(page, files, folder)
  const result = convertPage(
    { ...page, slides },
    {
      readText: (address) => texts.get(address) ?? null,
      resolve: (address, kind) => media.resolve(address, folder, kind),
    },
  )
  return { page, result, media, styles: await cssOfPage(page, folder, files, media, result) }
}

/** Reads the page of a presentation and the files around it. `parsed`: the page, if it was parsed before. */
export async function readPage(
  html: string,
  ...[name, files, sink, parsed]: [name: string, files: DeckFiles, sink: ReaderSink, parsed?: ForeignPage]
): Promise<ReadSettings> {
  const { page, result, media, styles: pageStyles } = await convertedPage(html, name, files, parsed)
  const clean = sanitized(result.html)
  const notes = new Map(clean.notes.map((note) => [note.slide, note.text]))
  const split = splitSlides(clean.html, notes)
  if (split.length === 0) throw new ImportError('There are no slides in this file: each slide is a section')
  const settings = { ...settingsOfPage(page), ...matchedLook(page.theme), ...settingsInFile(readDeckFile(html), false) }
  const styles = await media.take(pageStyles.css)
  const around = await partsBeside(result.around, media, styles.text !== '')
  const remarks = remarksOf([...result.remarks, ...removalRemarks(clean.removed)], page)
  const ofFile = [...(remarks.get(null) ?? []), ...pageStyles.remarks, ...around.remarks]
  const size = slideSizeOf(settings.slide_size ?? '')
  await sink.begin({ slides: split.length, title: page.title, size, remarks: ofFile })
  for (const [index, slide] of split.entries()) {
    const taken = await media.take(slide.html)
    const isFirst = index === 0
    await sink.slide({
      html: taken.text,
      media: isFirst ? [...styles.media, ...around.media, ...taken.media] : taken.media,
      remarks: remarks.get(index) ?? [],
    })
  }
  const { slide_size: _size, ...others } = settings
  const theme =
    styles.text === '' ? {} : { theme: { name: themeNameOf(page.title), css: styles.text, html: around.text } }
  return { ...others, ...(pageStyles.fonts === null ? {} : { font_google: pageStyles.fonts }), ...theme }
}
