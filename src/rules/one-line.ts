/**
 * Makes a text single-line, as a text field does on paste: line breaks and other control characters become spaces.
 * Returns the same string if it has none.
 */
export function oneLine(text: string): string {
  const lines = text.split(/[\p{Cc}\u2028\u2029]+/u)
  if (lines.length === 1) return text
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
