import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import type { ReadHead, ReadMedia, ReadSettings, ReadSlide } from '../src/api/imports/process/reader.ts'
import { withThemeOfFile } from '../src/api/imports/theme-values.ts'
import { blockDataAttributes } from '../src/blocks/index.ts'
import { renderPrintDocument } from '../src/document/output/print-document.ts'
import { roleVariables, type ThemeOverrides } from '../src/document/output/theme-variables.ts'
import { sanitize } from '../src/document/sanitize/sanitize.ts'
import { slideSizeText } from '../src/rules/slide-size.ts'

const root = join(import.meta.dirname, '..')
const origin = 'http://slides.test'
/** Most slides of a file that are drawn. */
const mostSlides = 15

/** What a reader returned for a file. */
export interface ReadDeck {
  readonly head: ReadHead
  readonly slides: readonly ReadSlide[]
  readonly settings: ReadSettings
}

type Files = ReadonlyMap<string, string | Uint8Array>

/** The printable document's script and styles, as the build makes them. */
export async function printFiles(): Promise<Files> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    base: '/a/',
    build: {
      ...{ write: false, target: 'es2022', minify: false, modulePreload: false, assetsDir: '', assetsInlineLimit: 0 },
      rolldownOptions: {
        input: { print: join(root, 'src/player/print.ts'), slides: join(root, 'src/player/slides.css') },
        output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
      },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
  return new Map(outputs.map((one) => [one.fileName, one.type === 'chunk' ? one.code : one.source]))
}

function typeOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 300)).toString('latin1')
  if (start.startsWith('\x89PNG')) return 'image/png'
  if (start.startsWith('GIF8')) return 'image/gif'
  if (start.startsWith('\xff\xd8')) return 'image/jpeg'
  return /<svg|<\?xml/.test(start) ? 'image/svg+xml' : 'application/octet-stream'
}

function documentOf({ head, slides, settings }: ReadDeck, files: Files): string {
  const theme = (settings.theme ?? null) as ThemeOverrides | null
  const rules = { context: 'slide', customClasses: false, mediaHosts: [], appHosts: [] } as const
  const html = slides.map((slide) => {
    const given = slide.html.replaceAll(/import:([A-Za-z0-9._-]+)/g, '/m/$1')
    const html = sanitize(given, { ...rules, blockAttributes: blockDataAttributes }).html
    return withThemeOfFile(html, settings)
  })
  return renderPrintDocument({
    ...{ title: 'Import', slides: html.join('\n'), notes: null, slideNumber: false, nonce: null },
    theme: theme && { html: '', css: '', variables: roleVariables(theme), footer: '', js: null, scripts: [] },
    appearance: {
      ...{ theme_color: 'white-blue', theme_font: 'montserrat', footer: '', center: false, rtl: false },
      slide_size: slideSizeText({ width: Math.round(head.size.width), height: Math.round(head.size.height) }),
    },
    settings: { origins: { app: origin }, fontStyles: [] },
    assets: {
      inlineCss: String(files.get('slides.css')),
      ...{ fontCss: '', styleUrl: `${origin}/a/print.css`, scriptUrl: `${origin}/a/print.js` },
    },
  })
}

/** Whether a slide is shown: it is not hidden. */
export const isShown = ({ html }: ReadSlide): boolean => !/^<section[^>]*data-visibility="hidden"/.test(html)

/** The visible slides of a deck as pictures, drawn by the product's printable document. */
export async function drawImport(browser: Browser, deck: ReadDeck, files: Files): Promise<Buffer[]> {
  const media = new Map<string, ReadMedia>()
  for (const slide of deck.slides) for (const one of slide.media) media.set(one.name, one)
  const shown = deck.slides.filter(isShown)
  const page = await browser.newPage({
    viewport: { width: Math.round(deck.head.size.width), height: Math.round(deck.head.size.height) },
  })
  try {
    await page.route('**/*', async (route) => {
      const path = new URL(route.request().url()).pathname
      if (path === '/') {
        const body = documentOf({ ...deck, slides: shown.slice(0, mostSlides) }, files)
        return route.fulfill({ contentType: 'text/html', body })
      }
      const file = files.get(path.replace('/a/', ''))
      if (file !== undefined) {
        const contentType = path.endsWith('.css') ? 'text/css' : path.endsWith('.js') ? 'text/javascript' : 'font/woff2'
        return route.fulfill({ contentType, body: Buffer.from(file) })
      }
      const one = media.get(path.replace('/m/', ''))
      return one
        ? route.fulfill({ contentType: typeOf(one.bytes), body: Buffer.from(one.bytes) })
        : route.fulfill({ status: 404 })
    })
    await page.goto(`${origin}/`)
    await page.waitForFunction("document.documentElement.classList.contains('ready')")
    await page.evaluate('Promise.all([...document.images].map((one)=>one.decode().catch(()=>{})))')
    const pictures: Buffer[] = []
    for (const sheet of await page.locator('.sheet-slide').all()) pictures.push(await sheet.screenshot())
    return pictures
  } finally {
    await page.close()
  }
}
