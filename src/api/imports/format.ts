import type { ImportFormatId } from '../../rules/import-formats.ts'
import type { ReceivedFile } from '../media/receive-file.ts'
import type { ImportReader } from './process/reader.ts'

/** What the reading process reads: files of a format, or a page with the files that it names on the web. */
export interface FormatReader {
  readonly id: ImportFormatId | 'web-page'
  /** Loads what reads the format. Called in the reading process only. */
  load(): Promise<ImportReader>
  /** Resident memory of the reading process, in bytes. */
  readonly memory: number
  /** The longest time in ms for one slide, beyond which the file is refused. */
  silence(): number
  /** The most processor time in ms for one slide; without it, only the time counts. It is the same on a busy machine. */
  readonly work?: number
}

/** A format of files that can be imported: a folder, and a line in formats.ts. */
export interface ImportFormat extends FormatReader {
  readonly id: ImportFormatId
  /** Of the stored file, without a dot; see server/files/file-types.ts. */
  readonly ending: string
  /** Whether a file has this format, by its content. */
  detect(file: Pick<ReceivedFile, 'path' | 'name' | 'head'>): boolean | Promise<boolean>
}
