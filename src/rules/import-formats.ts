/** A format of files that can be imported. */
export interface ImportFormatInfo {
  readonly id: string
  /** As people call it. */
  readonly title: string
  /** The endings of its files, and its media types. */
  readonly accept: readonly string[]
}

/** The formats of files that can be imported, in display order. What reads them is in api/imports/formats.ts. */
export const importFormats = [
  { id: 'pdf', title: 'PDF', accept: ['.pdf', 'application/pdf'] },
  {
    id: 'pptx',
    title: 'PowerPoint',
    accept: ['.pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  },
  { id: 'html', title: 'HTML', accept: ['.html', '.htm', 'text/html'] },
  { id: 'zip', title: 'ZIP', accept: ['.zip', 'application/zip', 'application/x-zip-compressed'] },
  { id: 'markdown', title: 'Markdown', accept: ['.md', '.markdown', 'text/markdown'] },
] as const satisfies readonly ImportFormatInfo[]

export type ImportFormatId = (typeof importFormats)[number]['id']

/** How the pages of a PDF become slides: each as one picture, or as texts, pictures and shapes. */
export const pdfModes = ['pictures', 'editable'] as const
export type PdfMode = (typeof pdfModes)[number]

/** What becomes of imported slides: a new deck, or slides behind those of a deck, or instead of them. */
export const importModes = ['new', 'append', 'replace'] as const
export type ImportMode = (typeof importModes)[number]

/** The `accept` attribute of a file input. */
export const importAccept = importFormats.flatMap(({ accept }) => accept).join(',')

/** The formats in a sentence: PDF or PowerPoint. */
export function importFormatNames(): string {
  const titles = importFormats.map(({ title }) => title)
  return titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join(', ')} or ${titles.at(-1)}`
}
