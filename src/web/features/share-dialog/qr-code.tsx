import { qrPath } from '../../../ui/qr-path.ts'
import styles from './share-dialog.module.css'

/** A URL as a QR code: black on white in any color scheme. */
export function QrCode({ text }: { text: string }) {
  const { path, viewBox, edge, side } = qrPath(text)
  return (
    <svg
      className={styles.qr}
      viewBox={viewBox}
      role="img"
      aria-label="QR code of the link"
      shapeRendering="crispEdges"
    >
      <rect x={edge} y={edge} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
