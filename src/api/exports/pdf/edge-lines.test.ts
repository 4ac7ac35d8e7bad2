import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderPrintDocument } from '../../../document/output/print-document.ts'
import { slideSizeOf } from '../../../rules/slide-size.ts'
import { createExportBrowsers } from '../../../server/chromium/create-export-browsers.ts'
import { printToFile } from '../../../server/chromium/print-to-file.ts'
import { createLog } from '../../../server/http/logging.ts'
import { wordsOf } from '../../imports/pdf/page-text.ts'
import { loadPdfium, openDocument, type Pdfium } from '../../imports/pdf/pdfium.ts'

const browsers = createExportBrowsers({ chromiumPath: null, log: createLog('silent') })
let pdfium: Pdfium
let css: string
let folder: string
beforeAll(async () => {
  pdfium = await loadPdfium()
  css = await readFile(new URL('../../../player/print.css', import.meta.url), 'utf8')
  folder = await mkdtemp(join(tmpdir(), 'lectern-print-'))
})
afterAll(async () => {
  await browsers.close()
  await rm(folder, { recursive: true, force: true })
})

/** Two slides, each with a line across its lower edge. */
function documentOf(size: string, paper: 'slide' | 'a4', notes: boolean, inlineCss: string): string {
  const { height } = slideSizeOf(size)
  const slide = (n: number) =>
    `<section data-id="${n}"><div style="position:absolute;left:40px;top:${height - 20}px;font:24px/30px serif"><p style="margin:0">Edge${n}</p><p style="margin:0">Below${n}</p></div></section>`
  return renderPrintDocument({
    ...{ title: 'Edges', slides: slide(1) + slide(2), theme: null, slideNumber: false, paper, nonce: null },
    notes: notes ? { 1: 'Said1', 2: 'Said2' } : null,
    appearance: {
      ...{ theme_color: 'white-blue', theme_font: 'montserrat', slide_size: size, footer: '' },
      ...{ center: false, rtl: false },
    },
    settings: { origins: { app: 'https://decks.example' }, fontStyles: [] },
    assets: { inlineCss: `body{margin:0}${inlineCss}`, fontCss: '', styleUrl: '', scriptUrl: '' },
  })
}

/** The words of the pages that a document is printed on. */
async function printed(html: string, size: string | null): Promise<string[][]> {
  const path = join(folder, `${crypto.randomUUID()}.pdf`)
  const { signal } = new AbortController()
  const options = { html, answer: async () => null, policy: '', ready: 'html', size: { width: 960, height: 700 } }
  await browsers.withPage({ ...options, whileLoading: async () => {}, signal }, (page) =>
    printToFile(page, path, { size: size === null ? null : slideSizeOf(size), outline: false }),
  )
  const document = openDocument(pdfium, await readFile(path))
  return Array.from({ length: pdfium.call('FPDF_GetPageCount', document) }, (_, index) =>
    wordsOf(pdfium, pdfium.call('FPDF_LoadPage', document, index))
      .split(/\s+/)
      .filter(Boolean),
  )
}

test.each([
  ['960x700', 'slide', false],
  ['1920x1080', 'a4', false],
  ['1920x1080', 'slide', true],
] as const)(
  'a line across the lower edge of a slide of %s on %s is printed (notes: %s)',
  async (size, paper, notes) => {
    const pages = await printed(documentOf(size, paper, notes, css), paper === 'slide' && !notes ? size : null)
    expect(pages.map((words) => words.filter((word) => /^Edge/.test(word)))).toEqual([['Edge1'], ['Edge2']])
  },
)

test('without containment the first slide that is larger than its page is lost', async () => {
  const pages = await printed(documentOf('1920x1080', 'a4', false, css.replace('contain: size;', '')), null)
  expect(pages.flat()).not.toContain('Edge1')
})
