import type { TextLine } from '../../document/powerpoint/scene.ts'

/** A piece of text between two places where a line may break, as painted; in slide px. */
export interface Word {
  left: number
  right: number
  readonly baseline: number
  readonly size: number
  /** Superscripts do not set the baseline of their line. */
  readonly raised: boolean
  /** Width of the space before it; 0: it belongs to the piece before. */
  readonly space: number
  /** Whether the author ended the line after it. */
  ends?: boolean
}

/** Puts words into lines as the browser broke them. */
export function linesOf(words: readonly Word[]): TextLine[] {
  const lines: Word[][] = []
  for (const word of words) {
    const line = lines.at(-1)
    const before = line?.findLast((one) => !one.raised) ?? line?.at(-1)
    const isNext = !line || !before || word.baseline - before.baseline > 0.6 * Math.max(word.size, before.size)
    // Wrapped within a cell of columns: higher than the line before.
    if (isNext || before.baseline - word.baseline > Math.max(word.size, before.size)) lines.push([word])
    else line.push(word)
  }
  return lines.map((line) => {
    const plain = line.filter((word) => !word.raised)
    const main = (plain.length > 0 ? plain : line).reduce((a, b) => (b.size > a.size ? b : a))
    const glued = line.findIndex((word, index) => index > 0 && word.space > 0)
    const first = line.slice(0, glued < 0 ? undefined : glued)
    const left = Math.min(...line.map((word) => word.left))
    const right = Math.max(...line.map((word) => word.right))
    const width = Math.max(...first.map((word) => word.right)) - Math.min(...first.map((word) => word.left))
    const isForced = line.at(-1)!.ends === true
    return { left, right, baseline: main.baseline, size: main.size, first: width + first[0]!.space, isForced }
  })
}
