import { escapeHtml } from './escape-html.ts'

/** Input for an embed code. Sizes in px. */
export interface EmbedCode {
  readonly src: string
  readonly title: string
  readonly width: number
  readonly height: number
}

/** Markup that embeds a deck in another page. */
export function embedCode({ src, title, width, height }: EmbedCode): string {
  return `<iframe src="${escapeHtml(src)}" title="${escapeHtml(title)}" width="${width}" height="${height}" frameborder="0" allowfullscreen></iframe>`
}
