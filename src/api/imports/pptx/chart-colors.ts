import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { accentColor, type ColorScheme, cssColor, readColor } from './colors.ts'

/** How light the grays of a chart in shades of gray are, from one series to the next. */
const grays = [0.885, 0.55, 0.78, 0.925, 0.7, 0.3]
/** How far the shades of an accent go: from so much darker than it to so much lighter. */
const farthest = 0.7

function changed(scheme: ColorScheme, name: string, modifier: 'shade' | 'tint', share: number): string {
  const part = (tag: string, value: string, children: XmlElement[]): XmlElement => ({
    ...{ name: tag, tag: `a:${tag}`, attributes: [['val', value]], children },
  })
  const color = part('schemeClr', name, [part(modifier, String(Math.round(share * 100_000)), [])])
  return cssColor(readColor(color, scheme)!)
}

/**
 * The colors of series or slices without a color of their own, by the style of their chart. Of eight styles, which repeat,
 * the first has shades of gray, the second the accents of the theme, the others shades of one accent.
 */
export function styleColors(scheme: ColorScheme, style: number, count: number): string[] {
  const kind = (Math.max(1, Math.round(style)) - 1) % 8
  return Array.from({ length: count }, (_, index) => {
    if (kind === 1 || (kind > 1 && count === 1))
      return cssColor(accentColor(scheme, kind > 1 ? kind - 1 : (index % 6) + 1))
    if (kind === 0) return changed(scheme, 'tx1', 'tint', grays[index % grays.length]!)
    const share = (2 * farthest * (index + 1)) / (count + 1) - farthest
    return changed(scheme, `accent${kind - 1}`, share < 0 ? 'shade' : 'tint', 1 - Math.abs(share))
  })
}
