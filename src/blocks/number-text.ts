/** Decimals of numbers in tables and charts; beyond them, numbers are rounded. */
export const maxDecimals = 9

/** Parses the number of a cell, including currency, percent and thousands separators; null if it is not a number. */
export function numberIn(cell: string): number | null {
  const bare = cell.replace(/[\s\u00a0\u202f'’€$£¥%]/g, '').replace('\u2212', '-')
  if (!/^[-+]?[\d.,]*\d$/.test(bare)) return null
  if (/^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return bounded(Number(bare.replaceAll(',', '')))
  if (/^[-+]?\d{1,3}(\.\d{3})+(,\d+|\.\d{3})$/.test(bare)) {
    return bounded(Number(bare.replaceAll('.', '').replace(',', '.')))
  }
  return bounded(Number(/^[-+]?\d*,\d+$/.test(bare) ? bare.replace(',', '.') : bare))
}

/** Rounds away decimals that no axis can show; null for what is no number or beyond all scales. */
function bounded(number: number): number | null {
  return Math.abs(number) < 1e15 ? Number(number.toFixed(maxDecimals)) + 0 : null
}
