/** Splits separated values, one row per line; quoted values may contain separators and line breaks. */
export function splitValues(text: string, sign: string): string[][] {
  const rows: string[][] = [[]]
  let value = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (quoted && character === '"' && text[at + 1] === '"') value += text[at++]
    else if (character === '"' && (quoted || value === '')) quoted = !quoted
    else if (!quoted && (character === sign || character === '\n')) {
      rows.at(-1)!.push(value)
      value = ''
      if (character === '\n') rows.push([])
    } else value += character
  }
  rows.at(-1)!.push(value)
  return rows
}
