import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFiumModule } from '@hyzyla/pdfium'
import { importMessages } from '../../../rules/import-messages.ts'
import { ImportError } from '../import-error.ts'

/** The functions of PDFium that are used, by its own names. Numbers are pointers, sizes and codes; booleans are 0 and 1. */
type PdfiumFunction = (...args: readonly number[]) => number

/** PDFium, with its memory. */
export interface Pdfium {
  readonly call: (name: string, ...args: readonly number[]) => number
  /** Reserves memory for `use`. The pointer is invalid afterward. */
  withMemory<T>(bytes: number, use: (pointer: number) => T): T
  allocate(bytes: number): number
  free(pointer: number): void
  /** The memory now: it is replaced when it grows. */
  bytes(): Uint8Array
}

interface Module {
  readonly [name: string]: unknown
  readonly wasmExports: { malloc(size: number): number; free(pointer: number): void }
  readonly HEAPU8: Uint8Array
}

const failures: Readonly<Record<number, string>> = { 4: importMessages.locked, 5: importMessages.locked }

/** Loads PDFium. It is WebAssembly: what a damaged file does to it stays in its memory. */
export async function loadPdfium(): Promise<Pdfium> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength)
  // The package's types hide the functions of PDFium, which its module has.
  const start = PDFiumModule as unknown as (options: object) => Promise<Module>
  const module = await start({ wasmBinary, print: () => {}, printErr: () => {} })
  const { malloc, free } = module.wasmExports
  const pdfium: Pdfium = {
    call: (name, ...args) => (module[`_${name}`] as PdfiumFunction)(...args),
    withMemory(bytes, use) {
      const pointer = malloc(bytes)
      try {
        return use(pointer)
      } finally {
        free(pointer)
      }
    },
    allocate: (bytes) => malloc(bytes),
    free: (pointer) => free(pointer),
    bytes: () => module.HEAPU8,
  }
  pdfium.call('FPDF_InitLibrary')
  return pdfium
}

/** Opens a document; the pointer to it. Throws ImportError if it is locked or damaged. */
export function openDocument(pdfium: Pdfium, file: Uint8Array): number {
  // PDFium reads it as long as the document is open.
  const pointer = pdfium.allocate(file.byteLength)
  pdfium.bytes().set(file, pointer)
  const document = pdfium.call('FPDF_LoadMemDocument', pointer, file.byteLength, 0)
  if (document === 0) throw new ImportError(failures[pdfium.call('FPDF_GetLastError')] ?? importMessages.damaged)
  return document
}

/** Reads a text of UTF-16, which `read` writes into a buffer of a size in bytes; returns the size it needs. */
export function readText(pdfium: Pdfium, read: (pointer: number, bytes: number) => number): string {
  const needed = read(0, 0)
  if (needed <= 2) return ''
  return pdfium.withMemory(needed, (pointer) => {
    read(pointer, needed)
    return utf16(pdfium, pointer, needed - 2)
  })
}

/** The text of UTF-16 at a pointer. */
function utf16(pdfium: Pdfium, pointer: number, bytes: number): string {
  return Buffer.from(pdfium.bytes().subarray(pointer, pointer + bytes)).toString('utf16le')
}

/** Doubles or floats that `write` stores. Null if it says that it failed. */
export function readNumbers(
  pdfium: Pdfium,
  kind: 'float' | 'double',
  count: number,
  write: (...pointers: readonly number[]) => number,
): number[] | null {
  const size = kind === 'float' ? 4 : 8
  return pdfium.withMemory(count * size, (start) => {
    const pointers = Array.from({ length: count }, (_, at) => start + at * size)
    if (write(...pointers) === 0) return null
    const view = new DataView(pdfium.bytes().buffer, start, count * size)
    return pointers.map((_, at) =>
      kind === 'float' ? view.getFloat32(at * size, true) : view.getFloat64(at * size, true),
    )
  })
}
