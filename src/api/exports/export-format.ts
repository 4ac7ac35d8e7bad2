import type { Page } from 'playwright-core'
import type { DrawnTheme } from '../../document/output/frame-types.ts'
import type { ExportOptions, ExportType } from '../../rules/export-formats/index.ts'
import type { OwnFont } from '../../rules/own-fonts.ts'
import type { ThemeContent } from '../../rules/theme-settings.ts'
import type { DeckOwner } from '../decks/load-deck.ts'
import type { DeckRow } from '../decks/queries.ts'
import type { DeckContent } from '../decks/read-content.ts'
import type { MediaReader } from '../media/read-media.ts'

/** Something that the author should know about a file: what could not be kept and why, what to look at. */
export interface ExportNote {
  /** The number of the slide as shown (3, or 3.2 in a stack); null: about the deck. */
  readonly slide: string | null
  readonly text: string
}

/** A finished file. */
export interface ExportedFile {
  /** A file in the job's folder; it is stored and then deleted. */
  readonly path: string
  readonly notes: readonly ExportNote[]
}

/** What the document of a deck shows; see document/output/print-document.ts. */
export interface PrintedDeckOptions {
  /** Notes below the slides. */
  readonly notes?: boolean
  /** Also slides that are hidden from the audience. */
  readonly hidden?: boolean
  /** A sheet for each step of a slide instead of one with all fragments. */
  readonly steps?: boolean
  /** Changes drawings for the tags of a PDF: charts and formulas get names, and lose what readers of pages use. */
  readonly tagged?: boolean
  /** The page size; default that of the slides. */
  readonly paper?: 'slide' | 'a4' | 'letter'
}

/** The input of a format. */
export interface ExportInput {
  readonly deck: DeckRow
  readonly owner: DeckOwner
  /**
   * The slides, sanitized. `notes` is empty if the user may not read them. Hidden slides and notes in attributes are
   * still in the HTML: `readable` says what the file may have of them, and `slidesForAudience` removes them.
   */
  readonly content: DeckContent
  /** The language of the deck, or of its user; see deck-language.ts. */
  readonly language: string
  readonly readable: { readonly notes: boolean; readonly hidden: boolean }
  /** Without scripts: they never run in an export. */
  readonly theme: DrawnTheme | null
  /** The scripts that shown decks run, as text, for reports: they never run in an export. Null: none. */
  readonly themeScripts: string | null
  /** The uploaded fonts that it may use. Those without `embeddable` must not be in a file. */
  readonly fonts: readonly OwnFont[]
  /** The deck's own theme as written, without scripts; null for none and for a built-in one. */
  readonly ownTheme: ThemeContent | null
  /** Signs the hash of a file, so that this instance keeps its bytes when it comes back. */
  readonly sign: (hash: string) => string
  readonly readMedia: MediaReader
  /** The folder for the job's files; deleted after it. */
  readonly folder: string
  /** Reports the number of finished slides; cheap to call for each. */
  progress(slide: number, of: number): void
  /** Aborted when the export was canceled or takes too long: stop then, by throwing. */
  readonly signal: AbortSignal
  /**
   * Opens the deck as printed (each slide an `article.sheet`) in a browser without network and passes its page to `work`,
   * when code is highlighted, formulas are typeset, fonts and pictures are loaded. Only the player's scripts run there.
   */
  withPrintedDeck<T>(options: PrintedDeckOptions, work: (page: Page) => Promise<T>): Promise<T>
}

/** What makes the file of a format. */
export interface ExportFormat<Type extends ExportType = ExportType> {
  /** Writes the file. Throws if it cannot be made. */
  run(input: ExportInput, options: ExportOptions<Type>): Promise<ExportedFile>
}

/** What makes each format. */
export type ExportMakers = { readonly [Type in ExportType]: ExportFormat<Type> }
