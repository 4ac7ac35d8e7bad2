import { grammarOf } from '../../blocks/code/code-languages.ts'
import type { ClipboardContent } from '../actions/clipboard-content.ts'

/** Larger files of text are no content of a slide, in bytes. */
const most = 200_000

/** Endings of files that are read as what their text looks like, rather than as the source of a program. */
const prose = /\.(txt|md|markdown|csv|tsv|tex|html?)$/i

/**
 * What dropped files offer: pictures (all other files too, which are then refused with words), or the text of one file
 * that isn't a picture.
 */
export async function contentOfFiles(files: readonly File[]): Promise<ClipboardContent> {
  const nothing = { own: null, html: null, text: null, images: files, code: null }
  const [file] = files
  if (files.length !== 1 || !file || file.type.startsWith('image/') || file.size > most) return nothing
  const ending = /\.([a-z0-9+#]+)$/i.exec(file.name)?.[1] ?? ''
  const grammar = grammarOf(ending)
  if (!prose.test(file.name) && grammar === null && !/^application\/json$/.test(file.type)) return nothing
  const text = await file.text()
  if (/^html?$/i.test(ending)) return { ...nothing, images: [], html: text }
  return { ...nothing, images: [], text, code: prose.test(file.name) ? null : (grammar ?? '') }
}
