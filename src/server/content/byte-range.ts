import type { BytePart } from '../services.ts'

/**
 * The part of a file that a Range header asks for (RFC 9110). 'all': the whole file, also for what is no single range
 * of bytes. 'none': no byte of the file is in the range.
 */
export function requestedPart(header: string | undefined, size: number): BytePart | 'all' | 'none' {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replace(/\s+/g, '') ?? '')
  const [, from = '', to = ''] = found ?? []
  if (from === '' && to === '') return 'all'
  if (from === '')
    return Number(to) === 0 || size === 0 ? 'none' : { first: Math.max(0, size - Number(to)), last: size - 1 }
  const first = Number(from)
  const last = to === '' ? size - 1 : Number(to)
  if (to !== '' && last < first) return 'all'
  return first >= size ? 'none' : { first, last: Math.min(last, size - 1) }
}
