import { open } from 'node:fs/promises'
import type { Page } from 'playwright-core'

/** Options of a PDF; without a size its pages have that of the document's @page rules. */
export interface PrintOptions {
  /** In px. */
  readonly size: { readonly width: number; readonly height: number } | null
  /** Whether the headings become an outline. */
  readonly outline: boolean
}

const pxPerInch = 96
/** Bytes read at once. */
const chunk = 4_000_000

/** Prints a page as a tagged PDF into a new file. Its bytes are read in parts: a PDF may have hundreds of MB. */
export async function printToFile(page: Page, path: string, { size, outline }: PrintOptions): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { stream: handle } = await session.send('Page.printToPDF', {
    ...(size && { paperWidth: size.width / pxPerInch, paperHeight: size.height / pxPerInch }),
    ...{ marginTop: 0, marginBottom: 0, marginLeft: 0, marginRight: 0, printBackground: true },
    ...{ preferCSSPageSize: true, generateTaggedPDF: true, generateDocumentOutline: outline },
    transferMode: 'ReturnAsStream',
  })
  if (handle === undefined) throw new Error('The browser printed nothing')
  const file = await open(path, 'wx', 0o600)
  try {
    for (;;) {
      const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: chunk })
      if (data !== '') await file.write(Buffer.from(data, base64Encoded ? 'base64' : 'latin1'))
      if (eof) break
    }
  } finally {
    await file.close()
  }
}
