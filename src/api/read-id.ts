/**
 * Parses an id in a URL; null if invalid. Accepts digits only. Otherwise 1e3, +1, ' 1', 0x1 and 01 would be further
 * URLs of the same resource, which rules about paths would not match.
 */
export function readId(text: unknown): number | null {
  return typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}
