/**
 * The number of a thing as addresses write it; null for anything else. Digits only: 1e3, +1, ' 1', 0x1 and 01 would be
 * further addresses of the same thing, which no list of rules about addresses knows.
 */
export function readId(text: unknown): number | null {
  return typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}
