import { importFormatNames } from './import-formats.ts'
import { limits } from './limits.ts'

/** The messages of imports. */
export const importMessages = {
  failed: 'The file could not be imported. Please try again.',
  silent: 'The import has stopped. Please try again.',
  notSent: 'The file could not be sent. Please try again.',
  waiting: 'Please wait until your other imports are done',
  /** Why a file is refused. */
  noFile: `Please choose a ${importFormatNames()} file of up to ${limits.upload.importKilobytes / 1000} MB`,
  nothingInIt: 'This file is empty',
  tooLarge: `This file is too large. Files of up to ${limits.upload.importKilobytes / 1000} MB can be imported.`,
  noAddress: 'Please enter the address of a page, such as https://example.com/talk',
  /** The same for all reasons: different messages would disclose what exists in private networks. */
  notFetched: 'The page could not be fetched. Please check its address, and whether everybody can open it.',
  noDeckThere: `There is no deck at this address. Pages of reveal.js or slides.com and ${importFormatNames()} files can be imported.`,
  emptyFolder: 'This folder is empty',
  noPageInFolder: 'There is no deck in this folder: it has no HTML page and no Markdown file',
  tooManyFiles: `This folder has more than ${limits.zip.entries.toLocaleString('en')} files`,
  folderNotRead: 'The folder could not be read. Please try again.',
  /** The slides of a file are added to a deck, or replace its own: the deck keeps its look. */
  withoutStyles:
    'The styles of the file were left out, since the deck has its own. Import it as a new deck to keep them.',
  /** Why a file cannot be read. */
  damaged: 'This file is damaged and cannot be read',
  locked: 'This file is protected by a password. Please remove the password and try again.',
  oldPowerPoint: 'Please save this presentation as a PowerPoint file (.pptx) and try again.',
  longMarkdown: (bytes: number) => `This file is too large. Markdown files have at most ${bytes / 1_000_000} MB.`,
  empty: 'This file has no pages',
  tooMany: (count: number) => `This file has ${count} slides. A deck has at most ${limits.deck.slides}.`,
  tooMuch: 'This file has too much in it to be read',
  tooDeep: 'This file is nested too deeply to be read',
  largeSlide: (slide: number) => `Slide ${slide} has too much in it to be read. Please leave it out and try again.`,
  tooComplex: 'This file needs too much memory to be read',
  tooSlow: (slide: number) => `Slide ${slide} takes too long to be read. Please leave it out and try again.`,
} as const
