/**
 * Claim: presentations of reveal.js look after the import as unmodified reveal.js shows them with their author's styles:
 * content similarity at least 0.90 in the middle and 0.75 in nine of ten slides, and no slide, word or picture is missing.
 * Reads the decks of a folder outside of the project: `list.txt` names their pages, or all pages with slides are taken.
 * With `--blocks`, also what 'Turn into blocks' changes: less than 0.02 on each slide. Exit code 1 if the claim fails. Usage: node bench/import-html.ts FOLDER [--only NAME] [--most SLIDES] [--out FOLDER] [--continue FILE]
 * `--most`: maximum number of compared slides of each deck, spread evenly. `--continue`: writes the results to a file, and takes the decks that it has from there.
 * Markdown files are compared by slides, words and pictures.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { benchBrowser } from './bench-browser.ts'
import { type ForeignDeck, foreignDecks, isMarkdown, openReference, showReference } from './foreign-decks.ts'
import { type DrawnSlide, importedDeck, readShown, type ShownContent } from './imported-deck.ts'
import { likeness } from './picture-score.ts'

const bars = { middle: 0.9, most: 0.75, change: 0.02 }
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    blocks: { type: 'boolean', default: false },
    only: { type: 'string' },
    most: { type: 'string', default: '10000' },
    out: { type: 'string' },
    continue: { type: 'string' },
  },
})

interface SlideResult {
  readonly deck: string
  readonly slide: number
  readonly content: number
  readonly lostWords: readonly string[]
  readonly words: number
  readonly lostPictures: number
  readonly pictures: number
  /** What 'Turn into blocks' changes of the picture. */
  readonly change: number
  /** Whether all pictures of the reference could be loaded. */
  readonly isWhole: boolean
}

/** Words of one that another lacks, each counted. */
function missing(wanted: readonly string[], found: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1)
  return wanted.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count <= 0
  })
}

const wordsOf = ({ text }: ShownContent): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []

interface DeckResult {
  readonly name: string
  readonly slides: readonly SlideResult[]
  readonly wanted: number
  readonly drawn: number
}

function resultOf(deck: ForeignDeck, index: number, theirs: ShownContent, ours: DrawnSlide, content: number) {
  const wanted = wordsOf(theirs)
  return {
    ...{ deck: deck.name, slide: index + 1, content, words: wanted.length, pictures: theirs.pictures },
    lostWords: missing(wanted, wordsOf(ours)),
    isWhole: theirs.broken === 0 && !isMarkdown(deck),
    lostPictures: Math.max(0, theirs.pictures - ours.pictures),
  }
}

async function compare(browser: Browser, deck: ForeignDeck): Promise<DeckResult> {
  const context = await browser.newContext()
  try {
    const reference = await openReference(context, deck)
    const imported = await importedDeck(browser, deck)
    const { width, height } = reference.size
    const slides: SlideResult[] = []
    const count = Math.min(reference.count, imported.count)
    if (options.blocks) await imported.turnIntoBlocks()
    const step = Math.max(1, count / Number(options.most))
    for (let at = 0; at < count; at += step) {
      const index = Math.floor(at)
      await showReference(reference, index)
      const theirs = await readShown(reference.page)
      const picture = await reference.page.screenshot({ animations: 'disabled' })
      const ours = await imported.draw(index)
      const { content } = await likeness(picture, ours.picture, { width, height })
      const asBlocks = options.blocks ? await imported.draw(index, true) : null
      const change = asBlocks ? 1 - (await likeness(ours.picture, asBlocks.picture, { width, height })).ssim : 0
      slides.push({ ...resultOf(deck, index, theirs, ours, content), change })
      if (!options.out) continue
      const name = `${deck.name.replace(/[^\w.-]+/g, '_').slice(-60)}-${String(index + 1).padStart(3, '0')}`
      writeFileSync(join(options.out, `${name}-a.png`), picture)
      writeFileSync(join(options.out, `${name}-b.png`), ours.picture)
      if (asBlocks) writeFileSync(join(options.out, `${name}-c.png`), asBlocks.picture)
    }
    await imported.close()
    return { name: deck.name, slides, wanted: reference.count, drawn: imported.count }
  } finally {
    await context.close()
  }
}

const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * q) - 1)] ?? Number.NaN

/** The likeness of slides whose files are there: in the place of a missing picture stands another thing here. */
const likenessOf = (slides: readonly SlideResult[]): number[] =>
  slides.filter(({ isWhole }) => isWhole).map(({ content }) => content)

function line(name: string, { slides, wanted, drawn }: DeckResult): string {
  const sum = (of: (one: SlideResult) => number) => slides.reduce((all, one) => all + of(one), 0)
  const contents = likenessOf(slides)
  const lost = slides.flatMap(({ lostWords }) => lostWords)
  const words = sum((one) => one.words)
  const missingWords = lost.length > 0 ? ` lost: ${lost.slice(0, 6).join(' ')}` : ''
  const pictures = sum((one) => one.pictures)
  return [
    `${name}: ${drawn}/${wanted} slides, ${words - lost.length}/${words} words, ${pictures - sum((one) => one.lostPictures)}/${pictures} pictures,`,
    ...(options.blocks
      ? [`blocks ${slides.filter(({ change }) => change > bars.change).length} over ${bars.change},`]
      : []),
    `${contents.length} compared,`,
    `middle ${quantile(contents, 0.5).toFixed(3)}, a tenth below ${quantile(contents, 0.1).toFixed(3)}${missingWords}`,
  ].join(' ')
}

/** The results of a former run, by the names of the decks. */
function formerResults(): ReadonlyMap<string, DeckResult> {
  const file = options.continue
  const lines = file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return new Map(
    lines
      .filter((text) => text !== '')
      .map((text) => JSON.parse(text) as DeckResult)
      .map((one) => [one.name, one]),
  )
}

const [corpus] = positionals
if (!corpus) {
  console.log('import-html: skipped, since no folder of decks was given')
} else {
  if (options.out) mkdirSync(options.out, { recursive: true })
  const browser = await benchBrowser()
  const results: DeckResult[] = []
  const former = formerResults()
  try {
    for (const deck of foreignDecks(corpus).filter(({ name }) => name.includes(options.only ?? ''))) {
      const result = former.get(deck.name) ?? (await compare(browser, deck).catch((error: Error) => error))
      if (result instanceof Error) {
        console.log(`${deck.name}: FAILED: ${result.message.split('\n')[0]}`)
        process.exitCode = 1
        continue
      }
      results.push(result)
      if (options.continue && !former.has(deck.name)) appendFileSync(options.continue, `${JSON.stringify(result)}\n`)
      console.log(line(deck.name, result))
      if (!options.out && !options.continue) continue
      for (const one of result.slides)
        if ((one.isWhole && one.content < bars.middle) || one.lostWords.length > 0 || one.change > bars.change)
          console.log(
            `    ${one.slide}: ${one.content.toFixed(3)} blocks ${one.change.toFixed(3)} ${one.lostWords.slice(0, 8).join(' ')}`,
          )
    }
  } finally {
    await browser.close()
  }
  const all = {
    name: 'All',
    slides: results.flatMap(({ slides }) => slides),
    wanted: results.reduce((sum, { wanted }) => sum + wanted, 0),
    drawn: results.reduce((sum, { drawn }) => sum + drawn, 0),
  }
  const contents = likenessOf(all.slides)
  console.log(line(`${results.length} decks`, all))
  console.log(`bars: middle ${bars.middle}, a tenth below ${bars.most}`)
  if (!(quantile(contents, 0.5) >= bars.middle && quantile(contents, 0.1) >= bars.most)) process.exitCode = 1
  if (all.slides.some(({ change }) => change > bars.change)) process.exitCode = 1
  if (all.drawn < all.wanted || all.slides.some((one) => one.lostWords.length + one.lostPictures > 0))
    process.exitCode = 1
}
