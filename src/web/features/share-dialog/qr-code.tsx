import { qrPath } from '../../../ui/qr-path.ts'
import styles from './share-dialog.module.css'

/** An address as a QR code, for phones and for the last slide: black on white whatever the colors around it. */
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
