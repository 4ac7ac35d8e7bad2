/**
 * Splits a 'To' field at commas, trims, and removes duplicates regardless of case. validateEmail checks the addresses.
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
