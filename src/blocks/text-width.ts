/** The estimated width of a line of text. It is generous, since the theme determines the font. */
export function textWidth(line: string, size: number): number {
  // Ideographs and emoji are square.
  return (
    [...line].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 1.05 : sign > 'Z' || sign < 'A' ? 0.57 : 0.7), 0) * size
  )
}

/** Truncates text to a width, with an ellipsis. */
export function shortened(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text
  const signs = [...text]
  while (signs.length > 1 && textWidth(`${signs.join('')}…`, size) > width) signs.pop()
  return `${signs.join('').trimEnd()}…`
}

/** Breaks text between words into at most `most` lines of a width; what does not fit is truncated. */
export function wrapped(text: string, width: number, size: number, most: number): string[] {
  const lines: string[] = []
  for (const word of text.trim().split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && (lines.length === most || textWidth(longer, size) <= width))
      lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line) => shortened(line, width, size))
}
