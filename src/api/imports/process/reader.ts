import type { SlideSize } from '../../../rules/slide-size.ts'

/** What a reader reads. */
export interface ReaderSource {
  /** The file, and its name as the user has it. */
  readonly path: string
  readonly fileName: string
  /** Options of the format. */
  readonly options: Readonly<Record<string, string>>
  /** The size of the slides to make; null: the file decides. */
  readonly size: SlideSize | null
  /** Where the file was downloaded; missing: it was uploaded. */
  readonly url?: string
}

/** A file that a reader asked for. */
export interface FetchedFile {
  /** Where it was found, after redirects. */
  readonly url: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** Fetches a file that a page names; null if it cannot be had. The reading process itself has no network. */
export type FetchFile = (url: string) => Promise<FetchedFile | null>

/**
 * Settings of the deck by their field names; `theme`: a theme's fields; `theme_values`: what references of slides to that
 * theme mean, by custom property. Nothing in it is checked.
 */
export type ReadSettings = Readonly<Record<string, unknown>>

/** A picture, film or font of a slide. Slides refer to it as `import:` and its name. */
export interface ReadMedia {
  readonly name: string
  /** The label in the library. */
  readonly label: string
  readonly bytes: Uint8Array
  /** Set for a file of a deck that this product has packed: its address then, and this instance's proof for its bytes. */
  readonly packed?: { readonly address: string; readonly proof: string }
  /**
   * Set for a picture that the reading process has drawn and encoded itself. All others pass the decoder of uploads, as they
   * are of the file's author.
   */
  readonly drawn?: {
    readonly type: 'image/png' | 'image/jpeg' | 'image/webp'
    readonly width: number
    readonly height: number
    /** WebP, at most 320 px on its longer side. */
    readonly thumbnail: Uint8Array
  }
}

/** A slide that was read. */
export interface ReadSlide {
  /** A section, with data-notes if it has notes. */
  readonly html: string
  /** Its media that no slide before had. */
  readonly media: readonly ReadMedia[]
  /** What the author should know: what was changed, or left out. */
  readonly remarks: readonly string[]
}

/** What is known of the file before its slides. */
export interface ReadHead {
  readonly slides: number
  /** '' if the file has none. */
  readonly title: string
  readonly size: SlideSize
  /** What the author should know of the whole file. */
  readonly remarks?: readonly string[]
}

/** What takes the slides. Each call resolves when more may be read. */
export interface ReaderSink {
  begin(head: ReadHead): Promise<void>
  slide(slide: ReadSlide): Promise<void>
}

/**
 * Reads a file of one format, slide by slide. Resolves to further settings of the deck, by their field names. Throws
 * ImportError with words for the user; any other error means that the file is damaged. `fetchFile`: for what a downloaded
 * page names.
 */
export type ImportReader = (source: ReaderSource, sink: ReaderSink, fetchFile?: FetchFile) => Promise<ReadSettings>
