import { grammarOf } from '../../blocks/code/code-languages.ts'

/** Our own form on the clipboard: the HTML of a slide that holds the copied blocks, in JSON. */
export const ownType = 'application/x-lectern+json'

/** What a clipboard offers, each null (or empty) when it doesn't. */
export interface ClipboardContent {
  /** HTML of a slide with the copied blocks, as this editor wrote it; from outside nevertheless. */
  readonly own: string | null
  readonly html: string | null
  readonly text: string | null
  readonly images: readonly File[]
  /** The language's name when an editor for code put it there ('' when it doesn't say which). */
  readonly code: string | null
}

/** Reads a clipboard. */
export function readClipboard(data: DataTransfer): ClipboardContent {
  return {
    own: ownHtml(data.getData(ownType)),
    html: data.getData('text/html') || null,
    text: data.getData('text/plain') || null,
    images: [...data.files].filter((file) => file.type.startsWith('image/')),
    code: codeLanguage(data.getData('vscode-editor-data')),
  }
}

/** The form in which an editor for code says what it copied: JSON with the language's name as `mode`. */
function codeLanguage(json: string): string | null {
  if (json === '') return null
  try {
    const value: unknown = JSON.parse(json)
    const mode = typeof value === 'object' && value !== null && 'mode' in value ? value.mode : null
    // Its prose is no code.
    if (mode === 'plaintext' || mode === 'markdown') return null
    return typeof mode === 'string' ? (grammarOf(mode) ?? '') : ''
  } catch {
    return null
  }
}

/** Our form, as it is put on a clipboard. */
export function ownContent(slideHtml: string): string {
  return JSON.stringify({ version: 1, slide: slideHtml })
}

function ownHtml(json: string): string | null {
  if (json === '') return null
  try {
    const value: unknown = JSON.parse(json)
    const slide = typeof value === 'object' && value !== null && 'slide' in value ? value.slide : null
    return typeof slide === 'string' ? slide : null
  } catch {
    // Somebody else's data under our name: the other forms will do.
    return null
  }
}
