/** What an embed code is made from. Sizes in px. */
export interface EmbedCode {
  readonly src: string
  readonly title: string
  readonly width: number
  readonly height: number
}

/** A text as it may stand in a quoted attribute. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The markup that puts a deck into another page. */
export function embedCode({ src, title, width, height }: EmbedCode): string {
  return `<iframe src="${escaped(src)}" title="${escaped(title)}" width="${width}" height="${height}" frameborder="0" allowfullscreen></iframe>`
}
