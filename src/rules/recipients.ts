/**
 * The addresses of a 'To' field: split at commas, trimmed, each once whatever the case of its letters. Whether they are
 * addresses at all is for `validateEmail` to say.
 */
export function splitRecipients(text: string): string[] {
  const found = new Map<string, string>()
  for (const part of text.split(',')) {
    const address = part.trim()
    const key = address.toLowerCase()
    if (address !== '' && !found.has(key)) found.set(key, address)
  }
  return [...found.values()]
}
