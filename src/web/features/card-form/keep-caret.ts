const countDigits = (text: string) => text.replace(/\D/g, '').length

/**
 * The caret's position after a typed text was formatted: behind the same digit as before. While typing, also behind
 * the separator that follows, where the next digit goes; while deleting, in front of it.
 */
export function caretAfter(typed: string, caret: number, shown: string, isDeleting: boolean): number {
  if (caret >= typed.length) return shown.length
  // A leading zero that formatting added stands in front of all typed digits.
  const added = Math.max(0, countDigits(shown) - countDigits(typed))
  const before = countDigits(typed.slice(0, caret))
  if (before === 0) return 0
  let position = 0
  for (let left = before + added; left > 0 && position < shown.length; position++) {
    if (/\d/.test(shown[position] ?? '')) left -= 1
  }
  while (!isDeleting && /[ /]/.test(shown[position] ?? '')) position += 1
  return position
}
