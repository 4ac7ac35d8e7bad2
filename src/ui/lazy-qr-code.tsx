import { lazy, Suspense } from 'react'
import { classNames } from './class-names.ts'
import styles from './lazy-qr-code.module.css'
import { Spinner } from './spinner.tsx'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/**
 * A text as a QR code in a square that keeps its size while the code loads, so that nothing below it moves. `label`: its
 * accessible name. `className` sets the width.
 */
export function LazyQrCode({
  text,
  label,
  className,
}: {
  text: string
  label: string
  className?: string | undefined
}) {
  return (
    <div className={classNames(styles.square, className)}>
      <Suspense fallback={<Spinner label="Drawing the code" />}>
        <QrCode text={text} label={label} className={styles.code} />
      </Suspense>
    </div>
  )
}
