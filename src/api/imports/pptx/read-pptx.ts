import { open as openFile } from 'node:fs/promises'
import { frameLimits } from '../../../rules/frame-limits.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { limits } from '../../../rules/limits.ts'
import { readerLimits } from '../../../rules/reader-limits.ts'
import type { SlideSize } from '../../../rules/slide-size.ts'
import { openZip } from '../../../server/zip/open-zip.ts'
import { excessOf, ImportError } from '../import-error.ts'
import { sectionOf } from '../make-block.ts'
import type { ImportReader, ReadSlide } from '../process/reader.ts'
import { compoundStart } from './compound-start.ts'
import { deckThemeOf, themeSettings } from './deck-theme.ts'
import { openPackage, type Package, relatedPath } from './package.ts'
import { readSlide } from './read-slide.ts'
import { type Deck, type DeckTheme, openSlide, readPart } from './slide-context.ts'
import { TooMuch } from './slide-work.ts'
import { emuPerPx, type Scale } from './units.ts'
import { all, attr, attrNamed, find, num, textIn } from './xml-tree.ts'

const usualPart = 'ppt/presentation.xml'
const usualSize: SlideSize = { width: 960, height: 720 }

/** Throws for files of older programs, and for those with a password: they are no ZIPs. */
async function checkStart(path: string): Promise<void> {
  const file = await openFile(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    if (!buffer.equals(compoundStart)) return
    const whole = await file.readFile()
    // The streams of a compound file have names in UTF-16.
    const isLocked = whole.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    throw new ImportError(isLocked ? importMessages.locked : importMessages.oldPowerPoint)
  } finally {
    await file.close()
  }
}

/** The size of the slides in px: that of the file at 96 px an inch, within what slides may have. */
function sizeOf(root: Parameters<typeof find>[0]): SlideSize {
  const size = find(root, 'sldSz')
  const [width, height] = [num(size, 'cx'), num(size, 'cy')]
  if (!width || !height || width <= 0 || height <= 0) return usualSize
  return { width: width / emuPerPx, height: height / emuPerPx }
}

/** Slide px for px of the file: as large as possible, in the middle. */
function scaleTo(own: SlideSize, slide: SlideSize): Scale {
  const factor = Math.min(slide.width / own.width, slide.height / own.height)
  return { factor, x: (slide.width - own.width * factor) / 2, y: (slide.height - own.height * factor) / 2 }
}

function allowed(own: SlideSize): SlideSize {
  const { sideMin, sideMax } = frameLimits
  const grow = Math.max(1, sideMin / Math.min(own.width, own.height))
  const shrink = Math.min(grow, sideMax / Math.max(own.width, own.height))
  return { width: Math.round(own.width * shrink), height: Math.round(own.height * shrink) }
}

async function titleOf(open: Package): Promise<string> {
  const path = await relatedPath(open, '', 'core-properties')
  const core = await open.xml(path ?? 'docProps/core.xml').catch(() => null)
  const title = textIn(find(core, 'title')).trim()
  return /^(powerpoint|präsentation|presentation|présentation)/i.test(title) ? '' : title
}

/** The theme of the first slide. Null if it has none, or is damaged. */
async function themeOf(deck: Deck, path: string): Promise<DeckTheme | null> {
  const context = await openSlide(deck, path).catch(() => null)
  return context && deckThemeOf(context)
}

/** An empty slide, in place of one that has too much in it. Throws ImportError if there were several before. */
function leftOut({ large, slideNumbers }: Deck, path: string): ReadSlide {
  large.add(path)
  if (large.size > readerLimits.presentation.largeSlides)
    throw new ImportError(importMessages.largeSlide((slideNumbers.get(path) ?? 0) + 1))
  return { html: sectionOf([]), media: [], remarks: ['This slide has too much in it. It is empty.'] }
}

/** Reads one slide. One that cannot be read is empty, and the report says so. */
async function readOne(deck: Deck, path: string): Promise<ReadSlide> {
  try {
    const context = await openSlide(deck, path)
    if (context) return await readSlide(context)
  } catch (error) {
    if (error instanceof Error && error.name === 'ZipError') throw error
    if (error instanceof TooMuch || excessOf(error) !== null) return leftOut(deck, path)
  }
  return { html: sectionOf([]), media: [], remarks: ['This slide is damaged. It is empty.'] }
}

/** Reads a presentation of PowerPoint, slide by slide. */
export const readPptx: ImportReader = async (source, sink) => {
  await checkStart(source.path)
  const zip = await openZip(source.path).catch((error: Error) => {
    // Few know that a presentation is a ZIP.
    throw new ImportError(error.message.replace('This ZIP file', 'This file'))
  })
  try {
    const open = openPackage(zip)
    const main = await readPart(open, (await relatedPath(open, '', 'officeDocument')) ?? usualPart)
    if (!main) throw new ImportError(importMessages.damaged)
    const paths = all(find(main.root, 'sldIdLst'), 'sldId').flatMap((slide) => {
      const relation = main.relations.get(attrNamed(slide, 'r:id') ?? attr(slide, 'id') ?? '')
      return relation ? [relation.target] : []
    })
    if (paths.length === 0) throw new ImportError(importMessages.empty)
    const own = sizeOf(main.root)
    const size = source.size ?? allowed(own)
    const title = await titleOf(open)
    await sink.begin({ slides: paths.length, title, size })
    if (paths.length > limits.deck.slides) return {}
    const slideNumbers = new Map(paths.map((path, index) => [path, index]))
    const defaultText = find(main.root, 'defaultTextStyle')
    const stylesPath = await relatedPath(open, main.path, 'tableStyles')
    const tableStyles = stylesPath === null ? null : await open.xml(stylesPath).catch(() => null)
    const plain = {
      open,
      defaultText,
      tableStyles,
      scale: scaleTo(own, size),
      slideNumbers,
      sent: new Set<string>(),
      words: new Map<string, string>(),
      refused: new Set<string>(),
      large: new Set<string>(),
      theme: null,
    }
    const deck = { ...plain, theme: await themeOf(plain, paths[0]!) }
    for (const path of paths) await sink.slide(await readOne(deck, path))
    return deck.theme ? themeSettings(deck.theme, title) : {}
  } finally {
    zip.close()
  }
}
