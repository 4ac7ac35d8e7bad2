import type { Rect, SceneText } from '../../document/powerpoint/scene.ts'

/** The smallest share of its size: below it, code runs over its box. */
const least = 0.15

/**
 * Code that is longer or wider than its box, smaller so that all of it is in the box: presentations have no boxes that
 * scroll, and letters for a dark ground cannot be read beside it. `room`: the box.
 */
export function shrinkCode(text: SceneText, room: Rect): SceneText {
  const lines = text.paragraphs.flatMap((one) => one.lines)
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return text
  const [x, y] = [Math.min(...lines.map(({ left }) => left)), first.baseline - first.size]
  // The padding is the smaller of both: line numbers may stand on the left, and the bar of a window above.
  const [left, top] = [Math.max(0, x - room.x), Math.max(0, y - room.y)]
  const padding = Math.min(left, top)
  const [wide, high] = [room.width - left - padding, room.height - top - padding]
  const share = Math.min(
    high / (last.baseline + last.size * 0.3 - y),
    wide / (Math.max(...lines.map(({ right }) => right)) - x),
  )
  if (share > 0.99) return text
  const scale = Math.max(least, share)
  const [atX, atY] = [(left: number) => x + (left - x) * scale, (top: number) => y + (top - y) * scale]
  const paragraphs = text.paragraphs.map((one) => ({
    ...one,
    ...{ left: atX(one.left), right: atX(one.right), pitch: one.pitch * scale },
    runs: one.runs.map((run) => ({ ...run, size: run.size * scale, spacing: run.spacing * scale })),
    lines: one.lines.map((line) => ({
      ...line,
      ...{ left: atX(line.left), right: atX(line.right), baseline: atY(line.baseline) },
      ...{ size: line.size * scale, first: line.first * scale },
    })),
  }))
  return { ...text, paragraphs, isShrunk: true }
}
