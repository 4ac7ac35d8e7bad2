import { readFolder } from '../../ui/form/dropped-files.ts'
import { contentOfFiles } from '../clipboard/content-of-files.ts'
import { paste } from '../clipboard/paste.ts'
import type { Point } from '../geometry/point.ts'
import { droppedImport } from '../html/dropped-import.ts'
import { isHtmlFile } from '../html/html-file.ts'
import type { Editor } from '../state/editor.ts'

/** Files that were dropped on the slide, or a folder. */
export interface DroppedOnSlide {
  readonly files: readonly File[]
  readonly folder: FileSystemEntry | null
}

/** Whether a file holds slides: HTML or Markdown that is a deck and no piece of text, or a presentation. */
async function holdsSlides(file: File): Promise<boolean> {
  if (isHtmlFile(file)) return /<section[\s>]/i.test(await file.text())
  if (/\.(?:md|markdown)$/i.test(file.name)) return /^---[ \t]*$/m.test(await file.text())
  return /\.(?:pdf|pptx|zip)$/i.test(file.name)
}

/** Opens the import with a folder or a file that holds slides. Any other file is pasted as blocks. */
export async function takeDrop(editor: Editor, { files, folder }: DroppedOnSlide, at: Point): Promise<void> {
  const [file, ...more] = files
  if (folder) droppedImport.set({ folder: readFolder(folder as FileSystemDirectoryEntry) })
  else if (file && more.length === 0 && (await holdsSlides(file))) droppedImport.set({ files })
  else return paste(editor, await contentOfFiles(files), at)
  editor.model.show({ dialog: 'import-file' })
}
