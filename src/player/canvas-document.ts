import { escapeAttribute } from '../document/html.ts'

/**
 * The empty document of the editor's canvas: a container for one slide, slide and block styles, and all fonts. The
 * editor inserts slides, colors and fonts; scripts cannot run here.
 */
export function renderCanvasDocument(styleUrl: string): string {
  return [
    '<!doctype html><html lang="en" class="canvas started"><head><meta charset="utf-8"><title>Slide</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<link rel="stylesheet" href="${escapeAttribute(styleUrl)}">`,
    '</head><body class="reveal-viewport"><div class="reveal"><div class="slides"></div></div></body></html>',
  ].join('\n')
}
