/** Input for an embed code. Sizes in px. */
export interface EmbedCode {
  readonly src: string
  readonly title: string
  readonly width: number
  readonly height: number
}

/** Escapes a quoted attribute value. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Markup that embeds a deck in another page. */
export function embedCode({ src, title, width, height }: EmbedCode): string {
  return `<iframe src="${escaped(src)}" title="${escaped(title)}" width="${width}" height="${height}" frameborder="0" allowfullscreen></iframe>`
}
