import { generate } from 'lean-qr'

/** Modules of white around a code; readers need four. */
const quiet = 4

/** A QR code as an SVG path. */
export interface QrPath {
  /** A unit square for each dark module, from 0,0. */
  readonly path: string
  /** Of the whole code with the white around it, as an SVG's viewBox. */
  readonly viewBox: string
  /** Left and top edge of the white, and the length of its sides, in modules. */
  readonly edge: number
  readonly side: number
}

/** The QR code of a text. */
export function qrPath(text: string): QrPath {
  const code = generate(text)
  let path = ''
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`
  }
  const side = code.size + 2 * quiet
  return { path, viewBox: `${-quiet} ${-quiet} ${side} ${side}`, edge: -quiet, side }
}
