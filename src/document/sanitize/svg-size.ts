import { messages } from '../../rules/messages.ts'
import { SanitizeError } from './sanitize-error.ts'
import type { XmlElement } from './xml.ts'

/** px per unit; a length without a unit is in px. */
export const units: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  rem: 16,
  ex: 8,
}
const maxSize = 100_000

/**
 * The first attributes of a sanitized file: xmlns, viewBox, width and height (px). Derives size and viewBox from each
 * other. Throws SanitizeError if both are missing.
 */
export function svgSize(root: XmlElement): [string, string][] {
  const value = (name: string) => root.attributes.find(([key]) => key === name)?.[1]
  const box = readViewBox(value('viewBox'))
  const width = readLength(value('width'))
  const height = readLength(value('height'))
  if (!box && (width === null || height === null)) throw new SanitizeError('svg-size', messages.media.svgNoSize)
  const [, , boxWidth, boxHeight] = box ?? [0, 0, width!, height!]
  const finalWidth = width ?? (height === null ? boxWidth! : (height * boxWidth!) / boxHeight!)
  const finalHeight = height ?? (width === null ? boxHeight! : (width * boxHeight!) / boxWidth!)
  return [
    ['xmlns', 'http://www.w3.org/2000/svg'],
    ['viewBox', (box ?? [0, 0, width!, height!]).map(print).join(' ')],
    ['width', print(finalWidth)],
    ['height', print(finalHeight)],
  ]
}

const print = (number: number): string => String(Math.round(number * 1000) / 1000)

function readViewBox(value: string | undefined): number[] | null {
  const numbers = (value ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , width, height] = numbers
  const valid =
    numbers.length === 4 && numbers.every((number) => Number.isFinite(number) && Math.abs(number) <= maxSize * 10)
  return valid && width! >= 0.001 && height! >= 0.001 ? numbers : null
}

/** A length in px; null for percentages, invalid values, and values not above 0. */
function readLength(value: string | undefined): number | null {
  const match = /^\s*\+?(\d{1,7}(?:\.\d{0,10})?|\.\d{1,10})([a-z]{0,3})\s*$/i.exec(value ?? '')
  const unit = match?.[2]?.toLowerCase() ?? ''
  if (!match || !Object.hasOwn(units, unit)) return null
  const length = Number(match[1]) * units[unit]!
  return length >= 0.001 && length <= maxSize ? length : null
}
