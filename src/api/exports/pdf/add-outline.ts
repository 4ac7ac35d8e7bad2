/** An entry of a PDF's outline. */
export interface OutlineEntry {
  readonly title: string
  /** From 0. */
  readonly page: number
  /** Slides of a stack below its first stand below that entry. */
  readonly isBelow: boolean
}

interface Objects {
  /** Bytes of an object's dictionary, as Latin-1. */
  read(id: number): string
  readonly size: number
  readonly trailer: string
  readonly start: number
}

/** Thrown for a PDF of another form than the browser writes. */
class UnknownForm extends Error {}

function match(text: string, pattern: RegExp, what: string): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new UnknownForm(`The PDF has no ${what}`)
  return found
}

/** Reads the cross-reference table that the browser writes: one section, without object streams. */
function readObjects(pdf: Buffer): Objects {
  const end = pdf.subarray(-2_000).toString('latin1')
  const start = Number(match(end, /startxref\s+(\d+)\s+%%EOF\s*$/, 'table'))
  const table = pdf.subarray(start).toString('latin1')
  const head = /^xref\s+0 (\d+)\s+/.exec(table)
  if (!head) throw new UnknownForm('The PDF has another table')
  const size = Number(head[1])
  const offsetOf = (id: number) => Number(table.slice(head[0].length + id * 20, head[0].length + id * 20 + 10))
  return {
    size,
    start,
    trailer: match(table, /trailer\s+<<([\s\S]*?)>>\s+startxref/, 'trailer'),
    read(id) {
      const from = offsetOf(id)
      const until = pdf.indexOf('endobj', from)
      const text = pdf.subarray(from, until).toString('latin1')
      if (!text.startsWith(`${id} 0 obj`)) throw new UnknownForm(`The PDF lacks its object ${id}`)
      return text.slice(`${id} 0 obj`.length).trim()
    },
  }
}

/** The ids of all pages, in order. */
function pagesBelow(objects: Objects, id: number): number[] {
  const node = objects.read(id)
  const kids = /\/Kids\s*\[([^\]]*)\]/.exec(node)?.[1]
  if (kids === undefined) return [id]
  return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => pagesBelow(objects, Number(kid)))
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

/**
 * Adds an outline with an entry for each slide, and lets viewers show the title instead of the file's name. The browser's
 * own outline has headings only. An incremental update: all bytes of the PDF stay. Null: the PDF has another form than
 * expected.
 */
export function addOutline(pdf: Buffer, entries: readonly OutlineEntry[]): Buffer | null {
  try {
    const objects = readObjects(pdf)
    const root = Number(match(objects.trailer, /\/Root (\d+) 0 R/, 'catalog'))
    const catalog = objects.read(root)
    const pages = pagesBelow(objects, Number(match(catalog, /\/Pages (\d+) 0 R/, 'pages')))
    const shown = entries.filter(({ page }) => page < pages.length)
    const first = objects.size
    const outline = shown.length === 0 ? [] : outlineObjects(shown, pages, first)
    const named = outline.length === 0 ? '' : `/Outlines ${first} 0 R/PageMode /UseOutlines`
    const plain = catalog.replace(/\/ViewerPreferences\s*<<[^>]*>>/, '').replace(/\/PageMode\s*\/\w+/, '')
    const changed = plain.replace(/>>\s*$/, `${named}/ViewerPreferences <</DisplayDocTitle true>>>>`)
    return withObjects(pdf, objects, root, changed, outline)
  } catch (error) {
    if (error instanceof UnknownForm) return null
    throw error
  }
}

/** Appends a changed catalog and new objects, with their table. */
function withObjects(
  pdf: Buffer,
  { size, start, trailer }: Objects,
  root: number,
  catalog: string,
  added: readonly string[],
): Buffer {
  let text = '\n'
  const offsets: number[] = []
  for (const [at, body] of [catalog, ...added].entries()) {
    offsets.push(pdf.length + Buffer.byteLength(text, 'latin1'))
    text += `${at === 0 ? root : size + at - 1} 0 obj\n${body}\nendobj\n`
  }
  const line = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n \n`
  const table = pdf.length + Buffer.byteLength(text, 'latin1')
  const more = added.length === 0 ? '' : `${size} ${added.length}\n${offsets.slice(1).map(line).join('')}`
  const rest = trailer.replace(/\/Size \d+/, '').replace(/\/Prev \d+/, '')
  text += `xref\n${root} 1\n${line(offsets[0]!)}${more}`
  text += `trailer\n<</Size ${size + added.length}/Prev ${start}${rest}>>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(text, 'latin1')])
}
