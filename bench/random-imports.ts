/**
 * Claim: an import of any presentation of reveal.js, and 'Turn into blocks' after it, lose no slide, word, link, note or
 * picture. Imports random presentations as files are imported, and turns them into blocks in a browser. Needs the build.
 *
 * Usage: npm run random-imports -- [--decks 100] [--seed 1] [--broken]
 *
 * `--broken`: the control. A word of each presentation is taken out on the way, which must be found each time.
 */
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { newDeckSettings } from '../src/rules/deck-columns.ts'
import { lostOfPage, readRandomPage } from '../src/testing/lost-content.ts'
import { randomPage } from '../src/testing/random-page.ts'
import { benchBrowser } from './bench-browser.ts'
import { drawnDeck } from './imported-deck.ts'

const { values: options } = parseArgs({
  options: {
    decks: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    broken: { type: 'boolean', default: false },
  },
})

/** What is lost of one presentation by the import, and by 'Turn into blocks'. */
async function lostOf(browser: Browser, seed: number) {
  const page = randomPage(seed)
  const read = await readRandomPage(page)
  const html = options.broken ? read.html.replaceAll(page.words[0]!, '') : read.html
  const files = new Map(read.media.map((one) => [one.name, one]))
  const sections = html.replace(/import:(?=[a-z0-9])/g, '/m/')
  const deck = await drawnDeck(browser, {
    ...{ slides: [sections], stacks: [], settings: newDeckSettings, theme: null, media: files, remarks: [] },
  })
  const turned = await deck.turnIntoBlocks().finally(() => deck.close())
  const blocks = turned.map((one) => one.html).join('\n')
  const unchanged = turned.filter(({ difference }) => difference !== null).length
  return { page, imported: lostOfPage(page, html, read.media), turned: lostOfPage(page, blocks, read.media), unchanged }
}

const browser = await benchBrowser()
const counts = { slides: 0, words: 0, links: 0, notes: 0, pictures: 0, unchanged: 0, lossy: 0 }
const decks = Number(options.decks)
for (let seed = Number(options.seed); seed < Number(options.seed) + decks; seed++) {
  const { page, imported, turned, unchanged } = await lostOf(browser, seed)
  counts.slides += page.slides
  counts.unchanged += unchanged
  for (const name of ['words', 'links', 'notes', 'pictures'] as const) counts[name] += page[name].length
  if (imported.length + turned.length > 0) counts.lossy += 1
  if (imported.length > 0) console.log(`seed ${seed}, import: ${imported.join(', ')}`)
  if (turned.length > 0) console.log(`seed ${seed}, blocks: ${turned.join(', ')}`)
}
await browser.close()
console.log(
  `${decks} decks, ${counts.slides} slides, ${counts.words} words, ${counts.links} links, ${counts.notes} words of notes, ${counts.pictures} pictures; ${counts.unchanged} slides stay as they were; ${counts.lossy} decks lose something`,
)
if (counts.lossy !== (options.broken ? decks : 0)) process.exitCode = 1
