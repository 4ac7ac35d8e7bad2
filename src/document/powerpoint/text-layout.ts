import type { Rect, SceneParagraph, SceneText, TextLine } from './scene.ts'

/**
 * The share of the font size below the baseline of a line with exact spacing. Programs place the baseline of such a line
 * by it, whatever the font's own descent is: LibreOffice was measured with eight fonts.
 */
export const descent = 0.22

/** Where a paragraph is in its box; lengths in px. */
export interface PlacedParagraph {
  readonly paragraph: SceneParagraph
  /** Space before it. */
  readonly before: number
  /** Distance of its lines. */
  readonly pitch: number
  /** From the box's edge, on the side where lines begin, to the text. */
  readonly margin: number
}

/** A text box whose lines are where the browser painted them. */
export interface TextLayout {
  readonly rect: Rect
  readonly paragraphs: readonly PlacedParagraph[]
}

/** The widths at which a paragraph breaks into the same lines: from `low` to below `high`. */
interface Range {
  readonly low: number
  readonly high: number
}

type Side = 'left' | 'center' | 'right'

function sideOf({ align, rightToLeft }: SceneParagraph): Side {
  if (align === 'justify') return rightToLeft ? 'right' : 'left'
  return align
}

/** How far the lines of a paragraph may reach from where they begin, or from their center. */
function reachOf(paragraph: SceneParagraph, anchor: number): Range {
  const side = sideOf(paragraph)
  const reach = ({ left, right }: TextLine): number => {
    if (side === 'left') return right - anchor
    return side === 'right' ? anchor - left : (right - left) / 2
  }
  const { lines } = paragraph
  const low = Math.max(...lines.map(reach))
  const part = side === 'center' ? 0.5 : 1
  const highs = lines.slice(1).flatMap((line, index) => {
    const before = lines[index]!
    return before.isForced ? [] : [reach(before) + line.first * part]
  })
  return { low, high: Math.min(...highs, Number.POSITIVE_INFINITY) }
}

/** A width that breaks lines the same way, even if letters are a little wider or narrower. */
function chosen(ranges: readonly Range[], natural: number): number {
  const low = Math.max(...ranges.map((range) => range.low))
  const high = Math.min(...ranges.map((range) => range.high))
  // Nothing breaks. Where the font is missing, others need up to a third more.
  if (high === Number.POSITIVE_INFINITY) return Math.max(natural, low * 1.35 + 2)
  if (high <= low) return Math.max(natural, low)
  // Texts get narrower more often than wider: browsers fit letters to pixels.
  return low + (high - low) * 0.35
}

function horizontally(paragraphs: readonly SceneParagraph[]): { readonly left: number; readonly right: number } {
  const shown = paragraphs.filter(({ lines }) => lines.length > 0)
  const bullets = shown.map(({ left, bullet }) => left - (bullet?.indent ?? 0))
  const [left, right] = [
    Math.min(...bullets, ...shown.map((one) => one.left)),
    Math.max(...shown.map((one) => one.right)),
  ]
  const sides = new Set(shown.map(sideOf))
  if (sides.size !== 1) {
    const low = Math.max(...shown.flatMap(({ lines }) => lines.map((line) => line.right)))
    const first = Math.min(...shown.flatMap(({ lines }) => lines.map((line) => line.left)))
    const more = Math.max(0, low - right, left - first)
    return { left: left - more, right: right + more }
  }
  const side = [...sides][0]!
  if (side === 'left') {
    return {
      left,
      right:
        left +
        chosen(
          shown.map((one) => reachOf(one, left)),
          right - left,
        ),
    }
  }
  if (side === 'right') {
    return {
      left:
        right -
        chosen(
          shown.map((one) => reachOf(one, right)),
          right - left,
        ),
      right,
    }
  }
  const center = (left + right) / 2
  const half = chosen(
    shown.map((one) => reachOf(one, center)),
    (right - left) / 2,
  )
  return { left: center - half, right: center + half }
}

/** Lays paragraphs into a box so that each baseline is where it was measured. */
export function layOut({ paragraphs, isCode }: SceneText): TextLayout {
  const across = horizontally(paragraphs)
  const right = isCode ? across.right + 4 : across.right
  const placed: PlacedParagraph[] = []
  let top = 0
  let end: number | null = null
  for (const paragraph of paragraphs) {
    const first = paragraph.lines[0]
    const isRight = paragraph.rightToLeft
    const margin = Math.max(
      0,
      sideOf(paragraph) === 'center'
        ? centerMargin(paragraph, across.left, right)
        : isRight
          ? right - paragraph.right
          : // The room of a line that ends at the right is on its left.
            sideOf(paragraph) === 'right' && !paragraph.bullet
            ? 0
            : paragraph.left - across.left,
    )
    if (!first) {
      if (end !== null) end += paragraph.pitch
      placed.push({ paragraph, before: 0, pitch: paragraph.pitch, margin })
      continue
    }
    const largest = Math.max(...paragraph.lines.map((line) => line.size))
    let pitch = paragraph.pitch
    let start = first.baseline + descent * largest - pitch
    if (end === null) {
      // Empty lines of code above.
      top = start - placed.reduce((sum, one) => sum + one.pitch, 0)
    } else if (start < end && paragraph.lines.length === 1) {
      pitch = Math.max(largest * 0.6, pitch - (end - start))
      start = end
    }
    placed.push({ paragraph, before: Math.max(0, start - (end ?? start)), pitch, margin })
    end = Math.max(start, end ?? start) + pitch * paragraph.lines.length
  }
  return {
    rect: { x: across.left, y: top, width: right - across.left, height: Math.max(1, (end ?? top) - top) },
    paragraphs: placed,
  }
}

/** What moves the center of a paragraph from that of its box. */
function centerMargin(paragraph: SceneParagraph, left: number, right: number): number {
  const off = (paragraph.left + paragraph.right) / 2 - (left + right) / 2
  return Math.abs(off) < 0.5 ? 0 : off * 2
}
