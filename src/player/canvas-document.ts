import { escapeAttribute } from '../document/html.ts'

/**
 * The empty document of the editor's canvas: the place for one slide, with the styles of slides and blocks and every
 * face at hand. The editor puts slides, colors and fonts in; no script can run here.
 */
export function renderCanvasDocument(styleUrl: string): string {
  return [
    '<!doctype html><html lang="en" class="canvas started"><head><meta charset="utf-8"><title>Slide</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<link rel="stylesheet" href="${escapeAttribute(styleUrl)}">`,
    '</head><body class="reveal-viewport"><div class="reveal"><div class="slides"></div></div></body></html>',
  ].join('\n')
}
