import { timings } from '../../../rules/timings.ts'
import type { ReceivedFile } from '../../media/receive-file.ts'
import type { FormatReader, ImportFormat } from '../format.ts'

/** Bytes that text has not. */
const isText = ({ head }: Pick<ReceivedFile, 'head'>): boolean => !head.includes(0)

const page = /<(?:!doctype\s+html|html|head|body|section)[\s>]/i

/** A page of reveal.js or slides.com, or a deck that was packed as one page. */
export const htmlFormat: ImportFormat = {
  id: 'html',
  ending: 'html',
  detect: (file) => isText(file) && (page.test(file.head.toString('utf8')) || /\.x?html?$/i.test(file.name)),
  load: async () => (await import('./read-html-file.ts')).readHtmlFile,
  memory: 1_200_000_000,
  silence: () => timings.importOther,
  work: timings.importWork,
}

/** A downloaded page; the files that it names are fetched. */
export const webPageReader: FormatReader = {
  id: 'web-page',
  load: async () => (await import('./read-web-page.ts')).readWebPage,
  memory: 1_200_000_000,
  silence: () => timings.importOther,
  work: timings.importWork,
}

/** A folder with a page, or with Markdown, packed. */
export const zipFormat: ImportFormat = {
  id: 'zip',
  ending: 'zip',
  detect: ({ head }) => head.subarray(0, 4).toString('latin1') === 'PK\x03\x04',
  load: async () => (await import('./read-zip.ts')).readZip,
  memory: 1_200_000_000,
  silence: () => timings.importOther,
  work: timings.importWork,
}

export const markdownFormat: ImportFormat = {
  id: 'markdown',
  ending: 'txt',
  detect: (file) => isText(file) && /\.(?:md|markdown)$/i.test(file.name),
  load: async () => (await import('./read-html-file.ts')).readMarkdownFile,
  memory: 700_000_000,
  silence: () => timings.importOther,
  work: timings.importWork,
}
