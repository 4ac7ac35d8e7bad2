import { grammarOf } from '../../blocks/code/code-languages.ts'
import type { ClipboardContent } from '../actions/clipboard-content.ts'

/** The maximum size of a dropped text file, in bytes. */
const maxBytes = 200_000

/** Extensions of text files that are pasted like copied text. Other text files are pasted as source code. */
const prose = /\.(txt|md|markdown|csv|tsv|tex|html?)$/i

/**
 * The content of dropped files: the text of a single text file, else the files themselves. Files other than images
 * are refused later with a message.
 */
export async function contentOfFiles(files: readonly File[]): Promise<ClipboardContent> {
  const nothing = { own: null, html: null, text: null, images: files, code: null }
  const [file] = files
  if (files.length !== 1 || !file || file.type.startsWith('image/') || file.size > maxBytes) return nothing
  const ending = /\.([a-z0-9+#]+)$/i.exec(file.name)?.[1] ?? ''
  const grammar = grammarOf(ending)
  if (!prose.test(file.name) && grammar === null && !/^application\/json$/.test(file.type)) return nothing
  const text = await file.text()
  if (/^html?$/i.test(ending)) return { ...nothing, images: [], html: text }
  return { ...nothing, images: [], text, code: prose.test(file.name) ? null : (grammar ?? '') }
}
