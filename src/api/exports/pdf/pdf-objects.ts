import type { FileHandle } from 'node:fs/promises'

/** The objects of a PDF in a file. */
export interface PdfObjects {
  /** Bytes of an object's dictionary, as Latin-1. */
  read(id: number): Promise<string>
  /** The number of its objects, and of its bytes. */
  readonly size: number
  readonly length: number
  readonly trailer: string
  /** Where its table is. */
  readonly start: number
}

/** Thrown for a PDF of another form than the browser writes. */
export class UnknownForm extends Error {}

/** Bytes at the end of a file that have the place of its table. */
const endBytes = 2_000
/** Bytes of an object that are read at first: dictionaries are short. */
const objectBytes = 4_096

/** The first group of a pattern that must match. */
export function match(text: string, pattern: RegExp, what: string): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new UnknownForm(`The PDF has no ${what}`)
  return found
}

/** Reads the cross-reference table that the browser writes: one section, without object streams. */
export async function openObjects(file: FileHandle): Promise<PdfObjects> {
  const { size: length } = await file.stat()
  const part = async (from: number, bytes: number): Promise<string> => {
    const buffer = Buffer.alloc(Math.max(0, Math.min(bytes, length - from)))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from)
    return buffer.toString('latin1', 0, bytesRead)
  }
  const end = await part(Math.max(0, length - endBytes), endBytes)
  const start = Number(match(end, /startxref\s+(\d+)\s+%%EOF\s*$/, 'table'))
  const table = await part(start, length - start)
  const head = /^xref\s+0 (\d+)\s+/.exec(table)
  if (!head) throw new UnknownForm('The PDF has another table')
  const offsetOf = (id: number) => Number(table.slice(head[0].length + id * 20, head[0].length + id * 20 + 10))
  return {
    ...{ start, length, size: Number(head[1]) },
    trailer: match(table, /trailer\s+<<([\s\S]*?)>>\s+startxref/, 'trailer'),
    async read(id) {
      for (let bytes = objectBytes; ; bytes *= 4) {
        const text = await part(offsetOf(id), bytes)
        if (!text.startsWith(`${id} 0 obj`)) throw new UnknownForm(`The PDF lacks its object ${id}`)
        const until = text.indexOf('endobj')
        if (until >= 0) return text.slice(`${id} 0 obj`.length, until).trim()
        if (text.length < bytes) throw new UnknownForm(`The object ${id} has no end`)
      }
    },
  }
}

/** The ids of all pages, in order. `id`: of the pages' root. */
export async function pagesBelow(objects: PdfObjects, id: number): Promise<number[]> {
  const node = await objects.read(id)
  const kids = /\/Kids\s*\[([^\]]*)\]/.exec(node)?.[1]
  if (kids === undefined) return [id]
  const pages: number[] = []
  for (const [, kid] of kids.matchAll(/(\d+) 0 R/g)) pages.push(...(await pagesBelow(objects, Number(kid))))
  return pages
}
