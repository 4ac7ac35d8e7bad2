/** A comment as it is stored: trimmed, with at most one empty line in a row. */
export function normalComment(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .trim()
    .replace(/\n{3,}/g, '\n\n')
}
