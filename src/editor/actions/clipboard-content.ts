import { grammarOf } from '../../blocks/code/code-languages.ts'

/** The MIME type of our own clipboard format: JSON with the HTML of a slide that holds the copied blocks. */
export const ownType = 'application/x-lectern+json'

/** The formats on a clipboard. A format is null or empty if the clipboard does not offer it. */
export interface ClipboardContent {
  /** HTML of a slide with the copied blocks, in our own format. It is untrusted, like all other formats. */
  readonly own: string | null
  readonly html: string | null
  readonly text: string | null
  readonly images: readonly File[]
  /** The language id of text copied in a code editor: '' if unknown, null for other text. */
  readonly code: string | null
}

/** Reads the supported formats of a clipboard. */
export function readClipboard(data: DataTransfer): ClipboardContent {
  return {
    own: ownHtml(data.getData(ownType)),
    html: data.getData('text/html') || null,
    text: data.getData('text/plain') || null,
    images: [...data.files].filter((file) => file.type.startsWith('image/')),
    code: codeLanguage(data.getData('vscode-editor-data')),
  }
}

/** The language from VS Code's own clipboard format: JSON with the language's name as `mode`. */
function codeLanguage(json: string): string | null {
  if (json === '') return null
  try {
    const value: unknown = JSON.parse(json)
    const mode = typeof value === 'object' && value !== null && 'mode' in value ? value.mode : null
    // Prose copied in a code editor is not code.
    if (mode === 'plaintext' || mode === 'markdown') return null
    return typeof mode === 'string' ? (grammarOf(mode) ?? '') : ''
  } catch {
    return null
  }
}

/** Serializes a slide's HTML in our own clipboard format. */
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
    // Malformed data under our MIME type: the other formats are used.
    return null
  }
}
