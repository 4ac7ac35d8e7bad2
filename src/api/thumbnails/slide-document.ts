import type { DrawnTheme } from '../../document/output/frame-types.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import type { OwnFont } from '../../rules/own-fonts.ts'
import type { PictureOptions } from '../../server/services.ts'

/** A slide as a document, with the handler of its file requests. */
export interface SlideDocument extends PictureOptions {
  readonly html: string
}

/** The settings of a deck or a theme that the drawing of a slide depends on. */
export type DrawnDeck = Omit<DeckSettings, 'slug' | 'description' | 'theme_id'>

/** Renders the document of one slide. Injected, because this folder may not import the player. */
export type SlideDocumentMaker = (
  deck: DrawnDeck,
  slideHtml: string,
  theme: DrawnTheme | null,
  fonts: readonly OwnFont[],
) => SlideDocument
