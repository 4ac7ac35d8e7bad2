/** A file of a folder, with its path in it. */
export interface FolderFile {
  readonly path: string
  readonly file: File
}

/** A folder that was dropped or chosen. */
export interface Folder {
  readonly name: string
  readonly files: readonly FolderFile[]
}

/** What was dropped: files, or a folder that is read by and by. */
export type Dropped = { readonly files: readonly File[] } | { readonly folder: Promise<Folder> }

/** More files than any folder may have: it is not read to its end. */
const most = 20_000

/** Reads all of a folder. */
export async function readFolder(root: FileSystemDirectoryEntry): Promise<Folder> {
  const files: FolderFile[] = []
  const visit = async (folder: FileSystemDirectoryEntry, path: string): Promise<void> => {
    const reader = folder.createReader()
    for (;;) {
      // It hands over some entries at a time.
      const entries = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed))
      if (entries.length === 0 || files.length > most) return
      for (const entry of entries) {
        if (entry.isDirectory) await visit(entry as FileSystemDirectoryEntry, `${path}${entry.name}/`)
        else {
          const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed))
          files.push({ path: path + entry.name, file })
        }
      }
    }
  }
  await visit(root, '')
  return { name: root.name, files }
}

/** What a drop brings. Call it during the event. Null: nothing. */
export function droppedIn({ items, files }: DataTransfer): Dropped | null {
  const entries = [...items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry?.() ?? []) : []))
  const folder = entries.find((entry) => entry.isDirectory)
  if (folder) return { folder: readFolder(folder as FileSystemDirectoryEntry) }
  return files.length === 0 ? null : { files: [...files] }
}

/** The folder of a file input with `webkitdirectory`; null if nothing was chosen. */
export function chosenFolder(chosen: FileList | null): Folder | null {
  const [first] = chosen ?? []
  if (!first) return null
  const files = [...chosen!].map((file) => ({ path: file.webkitRelativePath.split('/').slice(1).join('/'), file }))
  return { name: first.webkitRelativePath.split('/')[0] ?? '', files }
}
