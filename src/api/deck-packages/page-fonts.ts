import { fontSources } from '../../blocks/font-source.ts'
import type { DrawnTheme } from '../../document/output/frame-types.ts'
import { ASSETS_PATH, type PlayerBuild } from '../../server/content/player-build.ts'

/** The faces of built-in fonts that a page needs, and their files. */
export interface PageFonts {
  readonly css: string
  /** Names in the folder of the player's build. */
  readonly files: readonly string[]
}

const face = /@font-face\s*\{[^}]*\}/g
const firstUrl = /url\(\s*["']?([^"')]+\.woff2)["']?\s*\)\s*format\([^)]*\)/

/** Whether a face has any of these characters, or the Latin ones, which a user who edits the page needs. */
function covers(rule: string, characters: ReadonlySet<number>): boolean {
  const ranges = /unicode-range:([^;}]+)/.exec(rule)?.[1]
  if (!ranges) return true
  for (const range of ranges.split(',')) {
    const match = /U\+([0-9a-f?]+)(?:-([0-9a-f]+))?/i.exec(range)
    if (!match) return true
    const first = Number.parseInt(match[1]!.replaceAll('?', '0'), 16)
    const last = Number.parseInt(match[2] ?? match[1]!.replaceAll('?', 'f'), 16)
    if (first <= 0x41 && last >= 0x41) return true
    for (const code of characters) if (code >= first && code <= last) return true
  }
  return false
}

/** Elements whose text is italic here. */
const italicText = /<(?:em|i|blockquote|cite|dfn|var)\b/i
const italicStyle = /font-style:\s*(?:italic|oblique)|font:\s*(?:italic|oblique)/i

/**
 * The `@font-face` rules of the product's fonts in a page, with the subsets that its characters need, and italics if it
 * has any. `addressOf`: the URL of a file in the page.
 */
export function pageFonts(
  build: PlayerBuild,
  deck: { readonly theme_font: string },
  slides: string,
  theme: DrawnTheme | null,
  addressOf: (file: string) => string,
): PageFonts {
  // Latin ones are always there.
  const characters = new Set<number>()
  for (const character of slides) if (character > '\u024f') characters.add(character.codePointAt(0)!)
  if (/[\u0100-\u024f]/.test(slides)) characters.add(0x0100)
  const files = new Set<string>()
  const rules = fontSources(deck.theme_font, slides, theme).flatMap((source) => build.text(source).match(face) ?? [])
  const styles = theme ? theme.css + theme.html : ''
  const hasItalics = italicText.test(slides) || italicStyle.test(slides) || italicStyle.test(styles)
  const css = rules
    .filter((rule) => covers(rule, characters) && (hasItalics || !italicStyle.test(rule)))
    .flatMap((rule) => {
      const url = firstUrl.exec(rule)?.[1]
      if (!url?.startsWith(ASSETS_PATH)) return []
      const file = url.slice(ASSETS_PATH.length)
      files.add(file)
      const format = `url("${addressOf(file)}") format("woff2")`
      return [rule.replace(/src:[^;}]+/, `src:${format}`)]
    })
  return { css: css.join(''), files: [...files] }
}
