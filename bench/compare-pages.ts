import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'

const run = promisify(execFile)

/** Whether a program is installed. */
export async function isInstalled(program: string): Promise<boolean> {
  return run('sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  )
}

/** The words of a PDF in sorted order, in the order of its content: rotated letters would be read one by one. */
export async function wordsOf(pdf: string): Promise<string[]> {
  const { stdout } = await run('pdftotext', ['-raw', '-enc', 'UTF-8', pdf, '-'], { maxBuffer: 100_000_000 })
  return (stdout.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? []).sort()
}

/** The share of `words` that `among` contains; repeated words count as often as they occur. */
export function sharedWords(words: readonly string[], among: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of among) left.set(word, (left.get(word) ?? 0) + 1)
  let found = 0
  for (const word of words) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    found += 1
  }
  return words.length === 0 ? 1 : found / words.length
}

/** The pages of a PDF as PNGs of this width, in order. The folder is deleted by the caller. */
export async function drawPages(pdf: string, width: number): Promise<{ folder: string; pages: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-pages-'))
  await run('pdftoppm', ['-png', '-scale-to-x', String(width), '-scale-to-y', '-1', pdf, join(folder, 'page')])
  const number = (name: string) => Number(/(\d+)\.png$/.exec(name)?.[1])
  const names = readdirSync(folder).sort((a, b) => number(a) - number(b))
  return { folder, pages: names.map((name) => join(folder, name)) }
}

interface Gray {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** A picture in gray, a third of 960 px wide: structure counts, not single pixels. */
async function gray(picture: string | Buffer): Promise<Gray> {
  const { data, info } = await sharp(picture)
    .resize({ width: 320, height: 233, fit: 'fill', kernel: 'cubic' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

const window = 8
const step = 4
const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]

/** The structural similarity of a window; null if both are flat and equal. */
function similarityAt(a: Gray, b: Gray, left: number, top: number): number | null {
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0]
  for (let y = top; y < top + window; y++) {
    for (let x = left; x < left + window; x++) {
      const [valueA, valueB] = [a.data[y * a.width + x]!, b.data[y * b.width + x]!]
      sumA += valueA
      sumB += valueB
      squareA += valueA * valueA
      squareB += valueB * valueB
      product += valueA * valueB
    }
  }
  const count = window * window
  const [meanA, meanB] = [sumA / count, sumB / count]
  const [varianceA, varianceB] = [squareA / count - meanA ** 2, squareB / count - meanB ** 2]
  if (varianceA < 1 && varianceB < 1 && Math.abs(meanA - meanB) < 3) return null
  const covariance = product / count - meanA * meanB
  const structure = (2 * covariance + c2) / (varianceA + varianceB + c2)
  return ((2 * meanA * meanB + c1) / (meanA ** 2 + meanB ** 2 + c1)) * structure
}

/** The structural similarity of two pictures over the windows in which either shows something; 1: equal. */
export async function contentSimilarity(one: string | Buffer, other: string | Buffer): Promise<number> {
  const [a, b] = await Promise.all([gray(one), gray(other)])
  let sum = 0
  let count = 0
  for (let top = 0; top + window <= a.height; top += step) {
    for (let left = 0; left + window <= a.width; left += step) {
      const similarity = similarityAt(a, b, left, top)
      if (similarity === null) continue
      sum += similarity
      count += 1
    }
  }
  return count === 0 ? 1 : sum / count
}

/** Deletes the pages of drawPages. */
export function removePages({ folder }: { readonly folder: string }): void {
  rmSync(folder, { recursive: true, force: true })
}
