import { qrPath } from '../../../ui/qr-path.ts'
import styles from './two-step.module.css'

/** The address of an authenticator secret as a QR code. */
export function TotpQr({ url }: { url: string }) {
  const { path, viewBox, edge, side } = qrPath(url)
  return (
    <svg
      className={styles.qr}
      viewBox={viewBox}
      role="img"
      aria-label="QR code for your authenticator app"
      shapeRendering="crispEdges"
    >
      <rect x={edge} y={edge} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
