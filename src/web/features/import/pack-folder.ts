import { archiveNames } from '../../../rules/archive-names.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { limits } from '../../../rules/limits.ts'
import type { Folder, FolderFile } from '../../../ui/form/dropped-files.ts'

const crcTable = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ crcTable[(crc ^ byte) & 0xff]!
  return (crc ^ 0xffffffff) >>> 0
}

/** Files that no deck needs, or whose names a ZIP may not have. */
function isLeftOut({ path }: FolderFile): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/(?:^|\/)(?:\.|node_modules\/|__MACOSX\/)|[\u0000-\u001f\u007f\\:]/.test(path)) return true
  return path.length > 500 || archiveNames.test(path)
}

/** The files of a folder that are sent. Of names that differ only in case, the first one. */
function sentFiles({ files }: Folder): readonly FolderFile[] {
  const byName = new Map<string, FolderFile>()
  for (const one of files) {
    const name = one.path.normalize('NFC').toLowerCase()
    if (!isLeftOut(one) && !byName.has(name)) byName.set(name, one)
  }
  return [...byName.values()]
}

/** Why a folder is refused before it is sent; null: it is not. */
function refusalOf(files: readonly FolderFile[]): string | null {
  if (files.length === 0) return importMessages.emptyFolder
  if (!files.some(({ path }) => /\.(?:x?html?|md|markdown)$/i.test(path))) return importMessages.noPageInFolder
  if (files.length > limits.zip.entries) return importMessages.tooManyFiles
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  return bytes > limits.upload.importKilobytes * 1000 ? importMessages.tooLarge : null
}

/** Sizes of the headers' fixed parts, and their signatures, as in the ZIP specification. */
const [localSize, centralSize, endSize] = [30, 46, 22]
const [localMark, centralMark, endMark] = [0x04034b50, 0x02014b50, 0x06054b50]
/** Names are UTF-8. */
const utf8 = 0x800

interface Entry {
  readonly name: Uint8Array<ArrayBuffer>
  readonly crc: number
  readonly size: number
  readonly offset: number
}

/** The part that both headers of an entry have, from `at`: method and time 0, as the file is stored as it is. */
function writeCommon(view: DataView, at: number, { name, crc, size }: Entry): void {
  view.setUint16(at, 20, true)
  view.setUint16(at + 2, utf8, true)
  view.setUint32(at + 10, crc, true)
  view.setUint32(at + 14, size, true)
  view.setUint32(at + 18, size, true)
  view.setUint16(at + 22, name.length, true)
}

function localHeader(entry: Entry): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(localSize + entry.name.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, localMark, true)
  writeCommon(view, 4, entry)
  bytes.set(entry.name, localSize)
  return bytes
}

function centralHeader(entry: Entry): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(centralSize + entry.name.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, centralMark, true)
  view.setUint16(4, 20, true)
  writeCommon(view, 6, entry)
  view.setUint32(42, entry.offset, true)
  bytes.set(entry.name, centralSize)
  return bytes
}

function endOf(entries: number, size: number, offset: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(endSize)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, endMark, true)
  view.setUint16(8, entries, true)
  view.setUint16(10, entries, true)
  view.setUint32(12, size, true)
  view.setUint32(16, offset, true)
  return bytes
}

/**
 * Packs a folder as a ZIP, so that it is sent as one file. Nothing is compressed: most of it is pictures. Throws an Error with
 * a message for the user if the folder is refused.
 */
export async function packFolder(folder: Folder, signal: AbortSignal): Promise<File> {
  const files = sentFiles(folder)
  const refusal = refusalOf(files)
  if (refusal !== null) throw new Error(refusal)
  const parts: BlobPart[] = []
  const entries: Entry[] = []
  let offset = 0
  for (const { path, file } of files) {
    signal.throwIfAborted()
    const bytes = new Uint8Array(await file.arrayBuffer())
    const name = new TextEncoder().encode(path)
    const entry = { name, crc: crc32(bytes), size: bytes.length, offset }
    // The file itself stays on the disk until it is sent.
    parts.push(localHeader(entry), file)
    entries.push(entry)
    offset += localSize + name.length + bytes.length
  }
  const directory = entries.map(centralHeader)
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  return new File([...parts, ...directory, endOf(entries.length, size, offset)], folder.name || 'Folder')
}
