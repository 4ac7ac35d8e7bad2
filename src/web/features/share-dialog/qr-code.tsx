import { generate } from 'lean-qr'
import styles from './share-dialog.module.css'

/** Modules of white around a code; readers need four. */
const quiet = 4

/** The code as one path: a unit square for each dark module. */
function pathOf(text: string): { path: string; size: number } {
  const code = generate(text)
  let path = ''
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`
  }
  return { path, size: code.size }
}

/** An address as a QR code, for phones and for the last slide: black on white whatever the colours around it. */
export function QrCode({ text }: { text: string }) {
  const { path, size } = pathOf(text)
  const side = size + 2 * quiet
  return (
    <svg
      className={styles.qr}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      role="img"
      aria-label="QR code of the link"
      shapeRendering="crispEdges"
    >
      <rect x={-quiet} y={-quiet} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
