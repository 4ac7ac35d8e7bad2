import { escapeAttribute, escapeText } from '../../document/html.ts'
import type { ThemeOverrides } from '../../document/output/theme-variables.ts'
import { shownTitle } from '../../rules/deck-url.ts'
import { standardSlide } from '../../rules/slide-size.ts'
import { themeColor } from '../../rules/theme-colors.ts'
import { themeFont } from '../../rules/theme-fonts.ts'

/** Characters per line of the title, and maximum number of lines. */
const lineLength = 22
const maxLines = 4
const lineHeight = 84

/** Breaks a title into lines at spaces. An ellipsis replaces the rest if it does not fit. */
function linesOf(title: string): string[] {
  const lines: string[] = ['']
  for (const word of title.split(/\s+/)) {
    const last = lines.at(-1) ?? ''
    if (last === '' || last.length + word.length < lineLength) lines[lines.length - 1] = `${last} ${word}`.trim()
    else lines.push(word)
  }
  const shown = lines
    .slice(0, maxLines)
    .map((line) => (line.length > lineLength ? `${line.slice(0, lineLength - 1)}…` : line))
  return lines.length > maxLines ? [...shown.slice(0, -1), '…'] : shown
}

interface PlaceholderDeck {
  readonly title: string
  readonly theme_color: string
  readonly theme_font: string
}

/** The SVG shown until a deck's thumbnail is rendered: its colors and title. `theme`: those of its own theme. */
export function placeholderPicture(deck: PlaceholderDeck, theme: ThemeOverrides | null = null): string {
  const { width, height } = standardSlide
  const color = { ...themeColor(deck.theme_color), ...theme?.colors }
  const font = theme?.heading_font ?? themeFont(deck.theme_font).heading
  const lines = linesOf(shownTitle(deck.title))
  const top = height / 2 - ((lines.length - 1) * lineHeight) / 2
  const texts = lines.map(
    (line, n) => `<text x="${width / 2}" y="${top + n * lineHeight}" dy=".35em">${escapeText(line)}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${escapeAttribute(color.background)}"/>`,
    `<g fill="${escapeAttribute(color.heading)}" font-family="${escapeAttribute(font)}" font-size="64" `,
    `font-weight="600" text-anchor="middle">${texts.join('')}</g></svg>`,
  ].join('')
}
