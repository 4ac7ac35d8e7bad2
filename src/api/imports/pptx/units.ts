/** English metric units in one px of 96 an inch, and in a point. */
export const [emuPerPx, emuPerPoint] = [9_525, 12_700]

/** A rectangle in px, with its rotation in degrees and its mirroring. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly rotation: number
  readonly flipX: boolean
  readonly flipY: boolean
}

/** How lengths of the file become slide px: scaled, then moved. */
export interface Scale {
  readonly factor: number
  readonly x: number
  readonly y: number
}

/** Rounds to hundredths: as exact as frames are stored. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100 + 0
}

/** Points of type as slide px. */
export function pointsToPx(points: number, { factor }: Pick<Scale, 'factor'>): number {
  return rounded(((points * emuPerPoint) / emuPerPx) * factor)
}

/** Angle in sixtieths of a thousandth degree, as degrees from 0 to 360. */
export function degreesOf(angle: number): number {
  return ((((angle / 60_000) % 360) + 360) % 360) + 0
}
