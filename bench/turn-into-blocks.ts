/**
 * Claim: 'Turn into blocks' changes the picture of no slide by 0.02 of structural similarity or more, and loses no word,
 * link or picture. Reads the decks of a folder outside of the project as import-html does. Exit code 1 if the claim fails.
 * Usage: node bench/turn-into-blocks.ts FOLDER [--only NAME] [--most SLIDES] [--out FOLDER] [--plain]
 * `--plain`: without the decks' styles, as where the plan has no themes of one's own.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { attribute, type HtmlElement, isElement, isText, parseFragment } from '../src/document/html.ts'
import { slideSizeOf } from '../src/rules/slide-size.ts'
import { benchBrowser } from './bench-browser.ts'
import { foreignDecks } from './foreign-decks.ts'
import { drawnDeck, type ReadDeck, readDeck } from './imported-deck.ts'
import { likeness } from './picture-score.ts'

const bar = 0.02
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    most: { type: 'string', default: '10000' },
    out: { type: 'string' },
    plain: { type: 'boolean', default: false },
  },
})

/** What must not be lost, repetitions included: words, links, pictures and steps. */
function contentOf(html: string): Map<string, number> {
  const found = new Map<string, number>()
  const add = (what: string) => found.set(what, (found.get(what) ?? 0) + 1)
  const visit = (nodes: HtmlElement['childNodes']): void => {
    for (const node of nodes) {
      if (isText(node)) for (const word of node.value.match(/[\p{L}\p{N}]+/gu) ?? []) add(`word ${word}`)
      if (!isElement(node)) continue
      // The text of a formula is written anew from its TeX.
      const latex = attribute(node, 'data-latex')
      if (latex !== null) {
        add(`formula ${latex}`)
        continue
      }
      const href = attribute(node, 'href')
      if (href) add(`link ${href}`)
      const src = attribute(node, 'src')
      if (src) add(`file ${src}`)
      const classes = (attribute(node, 'class') ?? '').split(/\s+/)
      if (classes.includes('fragment')) add(`step ${attribute(node, 'data-fragment-index') ?? ''}`)
      visit(node.childNodes)
    }
  }
  visit(parseFragment(html).childNodes)
  return found
}

function lost(before: string, after: string): string[] {
  const now = contentOf(after)
  return [...contentOf(before)].filter(([what, count]) => (now.get(what) ?? 0) < count).map(([what]) => what)
}

const blocksIn = (html: string, type: string): number => html.split(`data-block-type="${type}"`).length - 1

interface Result {
  readonly change: number
  readonly lost: readonly string[]
  readonly difference: string | null
  readonly time: number
  readonly html: string
}

async function results(browser: Browser, name: string, read: ReadDeck): Promise<Result[]> {
  const deck = await drawnDeck(browser, read)
  const size = slideSizeOf(read.settings.slide_size)
  const start = performance.now()
  const turned = await deck.turnIntoBlocks()
  const time = (performance.now() - start) / deck.count
  const found: Result[] = []
  const step = Math.max(1, deck.count / Number(options.most))
  for (let at = 0; at < deck.count; at += step) {
    const index = Math.floor(at)
    const { html, difference, reasons } = turned[index]!
    const before = await deck.draw(index)
    const after = difference === null ? await deck.draw(index, true) : before
    const change = 1 - (await likeness(before.picture, after.picture, size)).ssim
    const missing = lost(read.slides[index]!, html)
    found.push({ change, lost: missing, difference, time, html })
    if (options.out) for (const reason of reasons) console.log(`      ${index + 1}: ${reason}`)
    if (change < bar && missing.length === 0 && difference === null) continue
    const file = `${name.replace(/[^\w.-]+/g, '_').slice(-60)}-${String(index + 1).padStart(3, '0')}`
    console.log(`    ${file}: ${change.toFixed(3)} ${missing.join(', ')} ${difference ?? ''}`.slice(0, 700))
    if (!options.out) continue
    writeFileSync(join(options.out, `${file}-b.png`), before.picture)
    writeFileSync(join(options.out, `${file}-c.png`), after.picture)
    writeFileSync(join(options.out, `${file}.html`), `${read.slides[index]}\n\n\n${html}`)
  }
  await deck.close()
  return found
}

function line(name: string, slides: readonly Result[]): string {
  const over = slides.filter(({ change }) => change >= bar).length
  const stay = slides.filter(({ difference }) => difference !== null).length
  const less = slides.filter((one) => one.lost.length > 0).length
  const framed = slides.reduce((sum, { html }) => sum + blocksIn(html, 'snippet'), 0)
  const all = slides.reduce((sum, { html }) => sum + html.split('data-block-type=').length - 1, 0)
  const time = slides.reduce((sum, one) => sum + one.time, 0) / Math.max(1, slides.length)
  return `${name}: ${slides.length} slides, ${over} over ${bar}, ${stay} stay, ${less} lose; ${framed} of ${all} blocks are markup; ${time.toFixed(0)} ms a slide`
}

const [corpus] = positionals
if (!corpus) {
  console.log('turn-into-blocks: skipped, since no folder of decks was given')
} else {
  if (options.out) mkdirSync(options.out, { recursive: true })
  const browser = await benchBrowser()
  const all: Result[] = []
  try {
    for (const deck of foreignDecks(corpus).filter(({ name }) => name.includes(options.only ?? ''))) {
      const found = await readDeck(deck)
        .then((read) => results(browser, deck.name, options.plain ? { ...read, theme: null } : read))
        .catch((error: Error) => error)
      if (found instanceof Error) {
        console.log(`${deck.name}: FAILED: ${found.message.split('\n')[0]}`)
        process.exitCode = 1
        continue
      }
      all.push(...found)
      console.log(line(deck.name, found))
    }
  } finally {
    await browser.close()
  }
  console.log(line('All', all))
  if (all.some(({ change, lost: missing }) => change >= bar || missing.length > 0)) process.exitCode = 1
}
