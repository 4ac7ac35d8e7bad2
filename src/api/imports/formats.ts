import type { FormatReader, ImportFormat } from './format.ts'
import { htmlFormat, markdownFormat, webPageReader, zipFormat } from './html/html-formats.ts'
import { pdfFormat } from './pdf/pdf-format.ts'
import { pptxFormat } from './pptx/pptx-format.ts'

/** All formats. The first that detects its content in a file reads it. */
const formats: readonly ImportFormat[] = [pdfFormat, pptxFormat, zipFormat, markdownFormat, htmlFormat]

export function readerNamed(id: string): FormatReader {
  const format = [...formats, webPageReader].find((one) => one.id === id)
  if (!format) throw new Error(`There is no import of ${id}`)
  return format
}

/** The format of a file, by its content; null if it has none of them. */
export async function formatOf(file: Parameters<ImportFormat['detect']>[0]): Promise<ImportFormat | null> {
  for (const format of formats) if (await format.detect(file)) return format
  return null
}
