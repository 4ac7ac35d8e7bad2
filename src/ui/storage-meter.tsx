import { formatBytes, meterState } from '../rules/storage-meter.ts'
import { classNames } from './class-names.ts'
import styles from './storage-meter.module.css'

/** Props of StorageMeter, in bytes. */
export interface StorageMeterProps {
  value: number
  total: number
  label?: string
}

/** A meter of used storage: warning above 70 %, red above 90 %. */
export function StorageMeter({ value, total, label = 'Storage' }: StorageMeterProps) {
  const state = meterState(value, total)
  const part = total > 0 ? Math.min(1, value / total) : 0
  const text = state === 'invalid' ? 'No storage' : `${formatBytes(value)} of ${formatBytes(total)} used`
  return (
    <div className={styles.frame} data-type="storage" data-value={value} data-total={total}>
      <p className={styles.text}>
        <span>{label}</span> <span className={styles.amount}>{text}</span>
      </p>
      <meter className="spoken-only" aria-label={label} min={0} max={total} value={value}>
        {text}
      </meter>
      {/* As SVG, because the CSP forbids inline styles. */}
      <svg className={classNames(styles.meter, styles[state])} width="100%" height="8" aria-hidden="true">
        <rect width={`${part * 100}%`} height="8" rx="4" />
      </svg>
    </div>
  )
}
