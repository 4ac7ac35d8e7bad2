import { open } from 'node:fs/promises'
import { match, openObjects, type PdfObjects, pagesBelow, UnknownForm } from './pdf-objects.ts'

/** An entry of a PDF's outline. */
export interface OutlineEntry {
  readonly title: string
  /** From 0. */
  readonly page: number
  /** Slides of a stack below its first stand below that entry. */
  readonly isBelow: boolean
}

/** A text string, as UTF-16. */
function textString(text: string): string {
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
}

interface Node {
  readonly entry: OutlineEntry
  readonly children: Node[]
  id: number
}

function treeOf(entries: readonly OutlineEntry[]): Node[] {
  const roots: Node[] = []
  for (const entry of entries) {
    const parent = roots.at(-1)
    const node = { entry, children: [], id: 0 }
    if (entry.isBelow && parent) parent.children.push(node)
    else roots.push(node)
  }
  return roots
}

/** The objects of the outline, numbered from `first`. */
function outlineObjects(entries: readonly OutlineEntry[], pages: readonly number[], first: number): string[] {
  const roots = treeOf(entries)
  const nodes = roots.flatMap((root) => [root, ...root.children])
  for (const [at, node] of nodes.entries()) node.id = first + 1 + at
  const texts: string[] = []
  const write = (siblings: readonly Node[], parent: number) => {
    for (const [at, { entry, children, id }] of siblings.entries()) {
      const [before, after] = [siblings[at - 1], siblings[at + 1]]
      const inner = children.length > 0 ? `/First ${children[0]!.id} 0 R/Last ${children.at(-1)!.id} 0 R` : ''
      texts.push(
        [
          `<</Title ${textString(entry.title)}/Parent ${parent} 0 R/Dest [${pages[entry.page]} 0 R /Fit]`,
          before ? `/Prev ${before.id} 0 R` : '',
          after ? `/Next ${after.id} 0 R` : '',
          // Closed.
          inner && `${inner}/Count -${children.length}`,
          '>>',
        ].join(''),
      )
      write(children, id)
    }
  }
  write(roots, first)
  const list = `<</Type /Outlines/First ${roots[0]!.id} 0 R/Last ${roots.at(-1)!.id} 0 R/Count ${roots.length}>>`
  return [list, ...texts]
}

/** What is added to a PDF. */
export interface PdfFinish {
  /** The outline; empty: none. */
  readonly entries: readonly OutlineEntry[]
  /** The size of the pages in points; null: as the browser made them, which rounds sizes to its own unit. */
  readonly size: { readonly width: number; readonly height: number } | null
}

/**
 * Finishes a PDF in a file: an outline with an entry for each slide, since the browser's own has headings only, pages that
 * end where their slides do, and viewers show the title instead of the file's name. An incremental update: all bytes of
 * the PDF stay. False: the PDF has another form than expected, and is as it was.
 */
export async function finishPdf(path: string, finish: PdfFinish): Promise<boolean> {
  const file = await open(path, 'r+')
  try {
    const objects = await openObjects(file)
    await file.write(await updateOf(objects, finish), objects.length, 'latin1')
    return true
  } catch (error) {
    if (error instanceof UnknownForm) return false
    throw error
  } finally {
    await file.close()
  }
}

/** The largest difference between a page and its slide in points: the browser's unit, and more. */
const mostMargin = 1

/** A page without the strip beside and below its slide, which would be a white line. Null: it has none. */
function trimmed(page: string, size: NonNullable<PdfFinish['size']>): string | null {
  const [box, width = 0, height = 0] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(page) ?? []
  const [right, below] = [Number(width) - size.width, Number(height) - size.height]
  if (box === undefined || Math.max(Math.abs(right), Math.abs(below)) > mostMargin) return null
  if (right <= 0 && below <= 0) return null
  const round = (points: number): number => Math.round(points * 1000) / 1000
  const corner = [Math.min(Number(width), size.width), Number(height)].map(round)
  return page.replace(box, `/MediaBox [0 ${round(Math.max(0, below))} ${corner.join(' ')}]`)
}

/** The text of the update. */
async function updateOf(objects: PdfObjects, { entries, size }: PdfFinish): Promise<string> {
  const root = Number(match(objects.trailer, /\/Root (\d+) 0 R/, 'catalog'))
  const catalog = await objects.read(root)
  const pages = await pagesBelow(objects, Number(match(catalog, /\/Pages (\d+) 0 R/, 'pages')))
  const shown = entries.filter(({ page }) => page < pages.length)
  const outline = shown.length === 0 ? [] : outlineObjects(shown, pages, objects.size)
  const named = outline.length === 0 ? '' : `/Outlines ${objects.size} 0 R/PageMode /UseOutlines`
  const plain = catalog.replace(/\/ViewerPreferences\s*<<[^>]*>>/, '').replace(/\/PageMode\s*\/\w+/, '')
  const written = new Map<number, string>()
  written.set(root, plain.replace(/>>\s*$/, `${named}/ViewerPreferences <</DisplayDocTitle true>>>>`))
  for (const id of size ? pages : []) {
    const page = size && trimmed(await objects.read(id), size)
    if (page) written.set(id, page)
  }
  for (const [at, body] of outline.entries()) written.set(objects.size + at, body)
  return withTable(objects, written, objects.size + outline.length)
}

/** Changed and new objects by id, with their table. `count`: the objects of the PDF then. */
function withTable(
  { start, trailer, length }: PdfObjects,
  written: ReadonlyMap<number, string>,
  count: number,
): string {
  const parts = ['\n']
  let offset = length + 1
  const add = (part: string): void => {
    parts.push(part)
    offset += Buffer.byteLength(part, 'latin1')
  }
  const lines: string[] = []
  for (const [id, body] of written) {
    lines.push(`${id} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
    add(`${id} 0 obj\n${body}\nendobj\n`)
  }
  const rest = trailer.replace(/\/Size \d+/, '').replace(/\/Prev \d+/, '')
  parts.push(`xref\n${lines.join('')}trailer\n<</Size ${count}/Prev ${start}${rest}>>\nstartxref\n${offset}\n%%EOF\n`)
  return parts.join('')
}
