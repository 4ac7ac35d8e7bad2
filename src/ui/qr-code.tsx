import { qrPath } from './qr-path.ts'

/** A text as a QR code: black on white in any color scheme. `label`: its accessible name. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { path, viewBox, edge, side } = qrPath(text)
  return (
    <svg className={className} viewBox={viewBox} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect x={edge} y={edge} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
