import { limits } from './limits.ts'

/** Fill state of a storage: invalid without a total, negative above 90 %, warning above 70 %, else positive. */
export type MeterState = 'invalid' | 'negative' | 'warning' | 'positive'

/** Values of a storage meter, in bytes. */
export interface StorageMeter {
  readonly type: 'storage'
  readonly value: number
  readonly total: number
}

export function meterState(value: number, total: number): MeterState {
  if (total <= 0) return 'invalid'
  const used = value / total
  if (used > limits.storageMeter.negativeAbove) return 'negative'
  return used > limits.storageMeter.warningAbove ? 'warning' : 'positive'
}

const units = [
  { name: 'GB', bytes: 1_000_000_000 },
  { name: 'MB', bytes: 1_000_000 },
  { name: 'KB', bytes: 1_000 },
] as const

/** Formats bytes: '0 KB', '1.5 MB', '2 GB', in units of 1000 with at most one decimal. */
export function formatBytes(bytes: number): string {
  // 999,950 bytes would round to '1000 KB': switch to the next unit where rounding would reach it.
  const unit = units.find((candidate) => bytes >= candidate.bytes * 0.99995) ?? units[2]
  return `${Math.round((bytes / unit.bytes) * 10) / 10} ${unit.name}`
}
