import { deckDocument } from './deck-document.ts'

/**
 * The empty document of the editor's canvas: a container for one slide, slide and block styles, and all fonts. The
 * editor inserts slides, colors and fonts; scripts cannot run here.
 */
export function renderCanvasDocument(styleUrl: string): string {
  return deckDocument({
    title: 'Slide',
    rootClasses: ['canvas', 'started'],
    nonce: null,
    appearance: null,
    styles: { urls: [styleUrl] },
    wrappers: [{ slides: '' }],
  })
}
