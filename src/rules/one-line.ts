/**
 * A text in one line, as a field of one line takes what is pasted into it: line breaks and other control characters
 * become a space. A text without any is given back as it is.
 */
export function oneLine(text: string): string {
  const lines = text.split(/[\p{Cc}\u2028\u2029]+/u)
  if (lines.length === 1) return text
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
