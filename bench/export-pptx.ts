/**
 * PowerPoint export: how much of decks becomes native, and how LibreOffice draws the files.
 *
 *   npm run bench export-pptx -- [--only examples|demo|FILE] [--out FOLDER] [--tools FOLDER] [--fonts FOLDER]
 *
 * `--tools`: a folder outside the project with node_modules of wawoff2 (fonts of the decks for LibreOffice) and of the peer,
 * dom-to-pptx. Without LibreOffice and poppler only what is native is counted.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { createPowerpoint } from '../src/api/exports/powerpoint/create-powerpoint.ts'
import { blocks } from '../src/blocks/index.ts'
import { readDeckFile } from '../src/document/deck-file.ts'
import type { Slide } from '../src/document/deck-model.ts'
import { parseSlides } from '../src/document/parse-slides.ts'
import type { DeckLook } from '../src/document/powerpoint/look.ts'
import { packZip } from '../src/server/zip/pack-zip.ts'
import { benchBrowser } from './bench-browser.ts'
import { installFonts } from './deck-fonts.ts'
import { canDrawOffice, drawOffice } from './draw-office.ts'
import { peerFile } from './peer-pptx.ts'
import { likeness } from './picture-score.ts'
import { pptxContents, shareOfWords, wordCount } from './pptx-contents.ts'
import { readShown, type ShownDeck, showDeck } from './reveal-shots.ts'
import { writeSyntheticDeck } from './synthetic-deck.ts'

const root = join(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    out: { type: 'string' },
    tools: { type: 'string' },
    fonts: { type: 'string' },
  },
})

/** The measuring script, as the build makes it. */
async function measureScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      rolldownOptions: { input: join(root, 'src/player/measure/measure.ts'), output: { format: 'iife' } },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('The measuring script was not built')
  return output.output[0].code
}

function hex(value: string | undefined, usual: string): string {
  const plain = value?.trim() ?? ''
  if (/^#[0-9a-f]{6}/i.test(plain)) return plain.slice(0, 7).toLowerCase()
  if (/^#[0-9a-f]{3}$/i.test(plain))
    return `#${[...plain.slice(1)].map((digit) => digit + digit).join('')}`.toLowerCase()
  return usual
}

function lookOf({ variables, title }: ShownDeck): DeckLook {
  const font = (name: string): string =>
    (variables[name]?.split(',')[0] ?? 'Arial').replace(/["']/g, '').replace(/ Variable$/, '') || 'Arial'
  const accent = hex(variables['--r-accent-color'], hex(variables['--r-link-color'], '#2a76dd'))
  const other = (index: number) => hex(variables[`--l-accent-${index}`], accent)
  return {
    name: title,
    background: hex(variables['--r-background-color'], '#ffffff'),
    text: hex(variables['--r-main-color'], '#222222'),
    heading: hex(variables['--r-heading-color'], '#222222'),
    link: hex(variables['--r-link-color'], '#2a76dd'),
    accents: [accent, other(2), other(3), other(4), other(5), other(6)],
    headingFont: font('--r-heading-font'),
    bodyFont: font('--r-main-font'),
  }
}

/** What the export promises, where it can be measured: the likeness needs LibreOffice and the fonts of the decks. */
const claims: Readonly<Record<string, number>> = { synthetic: 0.92, demo: 0.75 }
interface Result {
  readonly deck: string
  readonly slides: number
  readonly content: number | null
  readonly ssim: number | null
  readonly wordsNative: number
  readonly wordsPerBox: number
  readonly nativeShare: number
  readonly bytes: number
  readonly seconds: number
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / (values.length || 1)

/** The slides of a deck's file by id. */
function slidesIn(url: string): Readonly<Record<string, Slide>> {
  const { slides } = readDeckFile(readFileSync(fileURLToPath(url), 'utf8'))
  return slides === null ? {} : parseSlides(slides, blocks).slides
}

async function exportDeck(shown: ShownDeck, url: string): Promise<Buffer> {
  const slides = slidesIn(url)
  const created = new Date(2026, 0, 1)
  const { files, report } = await createPowerpoint({
    title: shown.title,
    ...{ author: '', language: 'en', created, animates: true },
    look: lookOf(shown),
    scene: shown.scene,
    rasters: shown.rasters,
    slides: shown.places.map(({ h, v }, index) => ({
      slide: slides[shown.scene.slides[index]!.id] ?? null,
      h,
      v,
      number: v > 0 ? `${h + 1}.${v + 1}` : String(h + 1),
      notes: '',
      transition: null,
      hidden: false,
    })),
    read: readShown,
  })
  if (options.out) writeFileSync(join(options.out, 'report.json'), JSON.stringify(report, null, 1))
  return packZip(files, created)
}

async function score(
  name: string,
  file: string,
  shown: ShownDeck,
  fonts: string | null,
  seconds: number,
): Promise<Result> {
  const bytes = readFileSync(file)
  const contents = pptxContents(bytes)
  const size = { width: shown.scene.width, height: shown.scene.height }
  const pages = canDrawOffice() ? (await drawOffice(file, size, fonts)).pictures.slice(0, shown.pictures.length) : []
  const looks = await Promise.all(pages.map((page, index) => likeness(shown.pictures[index]!, page, size)))
  const words = contents.map((slide, index) => shareOfWords(shown.texts[index] ?? '', slide.text))
  for (const [index, slide] of contents.entries()) {
    const look = looks[index]
    console.log(
      `  ${String(index + 1).padStart(3)} content ${look?.content.toFixed(3) ?? '-'} ssim ${look?.ssim.toFixed(3) ?? '-'} words ${words[index]!.toFixed(2)} boxes ${slide.textBoxes} pictures ${slide.pictures}`,
    )
    if (!options.out || !pages[index]) continue
    writeFileSync(join(options.out, `${name}-${String(index + 1).padStart(3, '0')}-deck.png`), shown.pictures[index]!)
    writeFileSync(join(options.out, `${name}-${String(index + 1).padStart(3, '0')}-file.png`), pages[index])
  }
  const sum = (of: (slide: (typeof contents)[number]) => number): number =>
    contents.reduce((all, slide) => all + of(slide), 0)
  return {
    deck: name,
    slides: contents.length,
    content: looks.length > 0 ? mean(looks.map((one) => one.content)) : null,
    ssim: looks.length > 0 ? mean(looks.map((one) => one.ssim)) : null,
    wordsNative: mean(words),
    wordsPerBox: sum(({ text }) => wordCount(text)) / (sum(({ textBoxes }) => textBoxes) || 1),
    nativeShare: sum(({ native }) => native) / (sum(({ native, pictures }) => native + pictures) || 1),
    bytes: bytes.length,
    seconds,
  }
}

async function decks(): Promise<{ name: string; url: string }[]> {
  const example = (file: string) => ({ name: basename(file, '.html'), url: `file://${join(root, 'examples', file)}` })
  const demo = { name: 'demo', url: `file://${join(root, 'node_modules/reveal.js/demo.html')}` }
  const examples = readdirSync(join(root, 'examples'))
    .filter((file) => file.endsWith('.html'))
    .map(example)
  if (options.only === 'examples') return examples
  if (options.only === 'demo') return [demo]
  const folder = join(root, 'node_modules/.cache/lectern/pptx')
  const synthetic = { name: 'synthetic', url: `file://${await writeSyntheticDeck(root, folder, 24)}` }
  if (options.only === 'synthetic') return [synthetic]
  if (options.only)
    return existsSync(options.only)
      ? [{ name: basename(options.only, '.html'), url: `file://${options.only}` }]
      : examples.filter(({ name }) => name.includes(options.only!))
  return [synthetic, demo, ...examples]
}

// Letters as wide as on paper, not fitted to the pixels of this screen.
const browser = await benchBrowser(['--font-render-hinting=none'])
if (options.out) mkdirSync(options.out, { recursive: true })
const fonts = options.fonts ?? (await installFonts(root, options.tools ?? null))
const script = await measureScript()
const results: Result[] = []
for (const { name, url } of await decks()) {
  const begun = performance.now()
  const shown = await showDeck(browser, url, script, { width: 960, height: 700 })
  const bytes = await exportDeck(shown, url)
  const seconds = (performance.now() - begun) / 1000
  const file = join(options.out ?? (process.env.TMPDIR || '/tmp'), `lectern-${name}.pptx`)
  writeFileSync(file, bytes)
  console.log(name)
  results.push(await score(name, file, shown, fonts, seconds))
  if (!options.tools || !(name in claims)) continue
  const started = performance.now()
  const peer = await peerFile(browser, url, options.tools, { width: 960, height: 700 }).catch(() => null)
  if (!peer) continue
  const spent = (performance.now() - started) / 1000
  writeFileSync(`${file}.peer.pptx`, peer)
  console.log(`${name}, by dom-to-pptx`)
  results.push(await score(`${name} dom-to-pptx`, `${file}.peer.pptx`, shown, fonts, spent))
}
console.table(
  results.map((one) => ({
    ...one,
    content: one.content?.toFixed(3),
    ssim: one.ssim?.toFixed(3),
    wordsNative: one.wordsNative.toFixed(3),
    wordsPerBox: one.wordsPerBox.toFixed(1),
    nativeShare: one.nativeShare.toFixed(3),
    seconds: one.seconds.toFixed(1),
  })),
)
await browser.close()

for (const { deck, content, wordsNative, wordsPerBox } of results) {
  const least = claims[deck]
  if (least === undefined) continue
  const missed = [
    ...(content !== null && fonts !== null && content < least ? [`content ${content.toFixed(3)} < ${least}`] : []),
    ...(wordsNative < 0.97 ? [`native words ${wordsNative.toFixed(3)} < 0.97`] : []),
    ...(wordsPerBox < 8 ? [`words a box ${wordsPerBox.toFixed(1)} < 8`] : []),
  ]
  console.log(`${deck}: ${missed.length === 0 ? 'as claimed' : `MISSED: ${missed.join(', ')}`}`)
  if (missed.length > 0) process.exitCode = 1
}
