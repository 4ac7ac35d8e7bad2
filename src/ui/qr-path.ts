import { generate } from 'lean-qr'

/** Quiet zone around a code, in modules; readers need four. */
const quietZone = 4

/** A QR code as an SVG path. */
export interface QrPath {
  /** A unit square per dark module, from 0,0. */
  readonly path: string
  /** SVG viewBox of the code with its quiet zone. */
  readonly viewBox: string
  /** Left and top edge of the quiet zone, and its side length, in modules. */
  readonly edge: number
  readonly side: number
}

export function qrPath(text: string): QrPath {
  const code = generate(text)
  let path = ''
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`
  }
  const side = code.size + 2 * quietZone
  return { path, viewBox: `${-quietZone} ${-quietZone} ${side} ${side}`, edge: -quietZone, side }
}
