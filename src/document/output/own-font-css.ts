import { fontFaces, fontsNamedIn, type OwnFont } from '../../rules/own-fonts.ts'
import type { DrawnTheme } from './frame-types.ts'

/**
 * The `@font-face` rules of the uploaded fonts that slides and theme name. `leaves`: the document leaves the instance,
 * such as a printed PDF, so it has no fonts whose license forbids embedding.
 */
export function ownFontCss(
  fonts: readonly OwnFont[],
  slides: string,
  theme: DrawnTheme | null,
  leaves = false,
): string {
  const styles = theme ? [theme.html, theme.css, theme.footer, ...Object.values(theme.variables)] : []
  const allowed = leaves ? fonts.filter(({ embeddable }) => embeddable) : fonts
  return fontFaces(fontsNamedIn(allowed, [slides, ...styles]))
}
