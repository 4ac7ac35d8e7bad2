/** Formats a number for markup: at most two decimals, no exponent, no negative zero. */
export function formatNumber(value: number): string {
  const rounded = Math.round(value * 100) / 100
  if (!Number.isFinite(rounded)) return '0'
  return Math.abs(rounded) < 1e15 ? String(rounded + 0) : rounded.toFixed(0)
}

/** Formats a length for markup: `12.5px`. */
export function formatPx(value: number): string {
  return `${formatNumber(value)}px`
}

/** Parses a px length, `80px` or `0`; null for any other unit or form. */
export function parsePx(text: string | null | undefined): number | null {
  const match = /^(-?\d{1,7}(?:\.\d{1,6})?)px$/.exec(text ?? '')
  if (match) return Number(match[1]) + 0
  return text === '0' ? 0 : null
}

/** Parses a plain number, `1.5` or `-3`; null for anything else. */
export function parseNumber(text: string | null | undefined): number | null {
  return text !== null && text !== undefined && /^-?\d{1,9}(?:\.\d{1,6})?$/.test(text) ? Number(text) + 0 : null
}
