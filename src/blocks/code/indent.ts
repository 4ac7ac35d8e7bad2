/** A replacement for a range of text, and the caret (or selection up to `end`) afterward. */
export interface TypedText {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly caret: number
  readonly end?: number
}

/** One level of indentation. */
const level = '  '

/**
 * The Tab key: a selection across lines is shifted by one level, otherwise spaces are added up to the next level.
 * `back`: with Shift.
 */
export function indentedLines(value: string, from: number, to: number, back: boolean): TypedText {
  const selected = value.slice(from, to)
  if (!back && !selected.includes('\n')) {
    const column = from - lineStart(value, from)
    const text = ' '.repeat(level.length - (column % level.length))
    return { text, from, to, caret: from + text.length }
  }
  const start = lineStart(value, from)
  const lines = value.slice(start, to).split('\n')
  const moved = lines.map((line, index) => {
    if (back) return line.replace(/^( {1,2}|\t)/, '')
    // A trailing line without selected characters is not shifted.
    return line === '' || (index === lines.length - 1 && index > 0 && line === '') ? line : level + line
  })
  const text = moved.join('\n')
  const first = moved[0]!.length - lines[0]!.length
  return { text, from: start, to, caret: Math.max(start, from + first), end: start + text.length }
}

/** The Enter key: keeps the indentation of the previous line, plus one level after an opening bracket. */
export function newLine(value: string, from: number, to: number): TypedText {
  const line = value.slice(lineStart(value, from), from)
  const deep = /^[ \t]*/.exec(line)![0] + (/[{([:]\s*$/.test(line) ? level : '')
  const text = `\n${deep}`
  return { text, from, to, caret: from + text.length }
}

const openings: Readonly<Record<string, string>> = { '}': '{', ')': '(', ']': '[' }

/**
 * A closing bracket at the start of its line gets the indentation of its opening bracket. Null if it is typed normally.
 */
export function closingBracket(value: string, from: number, to: number, bracket: string): TypedText | null {
  const opening = openings[bracket]
  const start = lineStart(value, from)
  if (opening === undefined || !/^[ \t]+$/.test(value.slice(start, from))) return null
  let depth = 1
  for (let at = start - 1; at >= 0; at -= 1) {
    if (value[at] === bracket) depth += 1
    if (value[at] === opening) depth -= 1
    if (depth > 0) continue
    const text = /^[ \t]*/.exec(value.slice(lineStart(value, at), at))![0] + bracket
    return { text, from: start, to, caret: start + text.length }
  }
  return null
}

function lineStart(value: string, at: number): number {
  return value.lastIndexOf('\n', at - 1) + 1
}
