import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { filterCss } from '../src/document/sanitize/css/filter-css.ts'
import { sanitize } from '../src/document/sanitize/sanitize.ts'
import { SanitizeError } from '../src/document/sanitize/sanitize-error.ts'
import { createLessCompiler } from '../src/server/less/compile-less.ts'
import { LessError } from '../src/server/less/less-error.ts'
import { startAttackBrowser } from '../src/testing/attacks/attack-browser.ts'
import { htmlAttacks } from '../src/testing/attacks/corpus.ts'
import { sheetAttacks } from '../src/testing/attacks/css-attacks.ts'
import { brokenCssLaws } from '../src/testing/attacks/css-laws.ts'
import { otherNames, requestVectors } from '../src/testing/attacks/export/request-vectors.ts'
import { tryRequests } from '../src/testing/attacks/export/run-requests.ts'
import { randomCss } from '../src/testing/attacks/fuzz-css.ts'
import { randomHtml } from '../src/testing/attacks/fuzz-html.ts'
import { randomLess } from '../src/testing/attacks/fuzz-less.ts'
import { randomSvg } from '../src/testing/attacks/fuzz-svg.ts'
import { hostilePdfs } from '../src/testing/attacks/imports/hostile-pdfs.ts'
import { readHostileFiles } from '../src/testing/attacks/imports/read-hostile-files.ts'
import { uploadBombs } from '../src/testing/attacks/imports/upload-bombs.ts'
import { brokenLaws } from '../src/testing/attacks/laws.ts'
import { lessAttacks } from '../src/testing/attacks/less-attacks.ts'
import { setLessTrap, startStallMeter } from '../src/testing/attacks/less-trap.ts'
import { measureLess } from '../src/testing/attacks/measure-less.ts'
import { openRunJournal } from '../src/testing/attacks/product/run-journal.ts'
import { runMatrix } from '../src/testing/attacks/product/run-matrix.ts'
import { productAttacks, wallRuns } from '../src/testing/attacks/product/wall-runs.ts'
import { redirectAttacks } from '../src/testing/attacks/redirect-attacks.ts'
import { runInOwnNetwork } from '../src/testing/attacks/requests/own-network.ts'
import { privateAddresses } from '../src/testing/attacks/requests/private-addresses.ts'
import { brokenSvgLaws } from '../src/testing/attacks/svg-laws.ts'
import { textAttacks } from '../src/testing/attacks/text-attacks.ts'
import { probeEditor } from '../src/testing/attacks/theme-editor/probe-editor.ts'
import { attackEditor, editorRuns, problemsOf } from '../src/testing/attacks/theme-editor/run-editor.ts'
import { probes } from '../src/testing/attacks/theme-scripts/probes.ts'
import { probeRuns, runProbes } from '../src/testing/attacks/theme-scripts/run-probes.ts'
import { dropBombs } from './attack/bomb-uploads.ts'

// The long runs of the attacks that `npm test` tries only briefly. node scripts/attack.ts [markup] [drawings] [styles]
// [less] [browser] [product] [themes] [theme-editor] [less-bombs] [words] [messages] [sockets] [tokens] [access] [routes] [timing] [redirects]
// [secrets] [exports] [requests] [imports] [uploads] [--seed 1] [--count n] With --journal file, `product` stores its progress there, and resumes when run again; with --walls 'the
// policy alone' it executes that run only. With --busy, `uploads` judges processor times, since others use the machine.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string' },
    journal: { type: 'string' },
    walls: { type: 'string' },
    busy: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const options = { customClasses: true, mediaHosts: ['*.localhost'], appHosts: ['localhost'] }

/** Tries `count` seeds and prints the first failures; returns their number. */
function trySeeds(name: string, count: number, broken: (seed: number) => string[]): number {
  let failed = 0
  for (let at = seed; at < seed + count; at++) {
    const laws = broken(at)
    if (laws.length > 0 && failed++ < 20) console.error(`${name}, seed ${at}: ${laws.join('; ')}`)
    if ((at - seed + 1) % 100_000 === 0) console.log(`${name}: ${at - seed + 1} of ${count}`)
  }
  return failed
}

const parts: Readonly<Record<string, { count: number; run(count: number): number | Promise<number> }>> = {
  markup: {
    count: 1_000_000,
    run: (count) =>
      trySeeds('markup', count, (at) => {
        const context = at % 3 === 0 ? 'import' : 'slide'
        return brokenLaws(randomHtml(at), (html) => sanitize(html, { ...options, context }).html)
      }),
  },
  drawings: {
    count: 100_000,
    run: (count) =>
      trySeeds('drawings', count, (at) =>
        brokenSvgLaws(randomSvg(at), (svg) => sanitize(svg, { ...options, context: 'svg-file' }).html),
      ),
  },
  styles: {
    count: 200_000,
    run: (count) =>
      trySeeds('styles', count, (at) => brokenCssLaws(randomCss(at), (css) => filterCss(css, { mediaHosts: [] }).css)),
  },
  less: { count: 10_000, run: runLess },
  browser: { count: htmlAttacks.length, run: runBrowser },
  product: { count: productAttacks.length, run: runProduct },
  themes: { count: probes.length, run: runThemes },
  'theme-editor': { count: htmlAttacks.length, run: runThemeEditor },
  'less-bombs': { count: 1, run: runLessBombs },
  words: { count: textAttacks.length, run: (count) => runTests('src/testing/tables/words.test.ts', count) },
  messages: { count: 100_000, run: (count) => runTests('src/player/messages.test.ts', count) },
  tokens: { count: 100_000, run: (count) => runTests('src/api/access-tokens/guessing.test.ts', count) },
  redirects: {
    count: redirectAttacks.length,
    run: (count) => runTests('src/testing/tables/redirects.test.ts', count),
  },
  access: { count: 1, run: (count) => runTests('src/testing/tables/access.test.ts', count) },
  routes: { count: 1, run: (count) => runTests('src/testing/tables/routes.test.ts', count) },
  timing: { count: 2_000, run: (count) => runTests('src/api/sessions/sign-in-timing.test.ts', count) },
  sockets: { count: 100_000, run: (count) => runTests('src/realtime/live/hostile-sockets.test.ts', count) },
  'editor-sockets': { count: 100_000, run: (count) => runTests('src/realtime/editor/hostile-editors.test.ts', count) },
  // The names of the listener count twice: as an image and as a frame.
  imports: { count: hostilePdfs.length, run: runImports },
  uploads: { count: uploadBombs.length, run: runUploads },
  exports: { count: requestVectors.length + 2 * otherNames('0').length, run: runExports },
  requests: { count: privateAddresses.length + requestVectors.length, run: runRequests },
  secrets: { count: 10_000, run: (count) => runTests('src/server/http/planted-secrets.test.ts', count) },
}

/** A test file that makes `count` tries; if it fails, all of them count as failures. */
async function runTests(file: string, count: number): Promise<number> {
  const program = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
  const env = { ...process.env, ATTACK: String(count) }
  const child = spawn(process.execPath, [program, 'run', file], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise((resolve) => child.on('close', resolve))
  return code === 0 ? 0 : count
}

/** Random LESS in its process: no file, program or connection, no stall of this process, no endless run. */
async function runLess(count: number): Promise<number> {
  const trap = await setLessTrap()
  const meter = startStallMeter()
  const compiler = createLessCompiler({ mediaHosts: [] })
  let failed = 0
  for (let at = seed; at < seed + count; at++) {
    const source = randomLess(at, trap.targets)
    const problems: string[] = []
    for (let attempt = 0; attempt < 5; attempt++) {
      const start = performance.now()
      const compile = () => compiler.compile(`${source}\n//${attempt}`, 1).then(({ css }) => css, refusal)
      const { result, stall } = await meter.during(compile)
      if (trap.leaked(result) || trap.connections() > 0 || trap.pluginRan()) problems.push('it reached something')
      problems.push(...brokenCssLaws(result, (css) => css))
      const time = performance.now() - start
      if (stall <= 50 && time <= 2500) break
      // Interference by other programs does not repeat five times.
      if (attempt === 4) problems.push(`stall of ${stall.toFixed()} ms, ${time.toFixed()} ms in all`)
    }
    if (problems.length > 0 && failed++ < 20) console.error(`less, seed ${at}: ${problems.join('; ')}`)
    if ((at - seed + 1) % 1000 === 0) console.log(`less: ${at - seed + 1} of ${count}`)
  }
  compiler.close()
  meter.close()
  await trap.close()
  return failed
}

const refusal = (error: unknown): string => {
  if (error instanceof LessError) return ''
  throw error
}

/** Every attack alone in a browser, sanitized (nothing may run) and unchanged (most must). */
async function runBrowser(count: number): Promise<number> {
  const browser = await startAttackBrowser()
  let failed = 0
  let ran = 0
  for (const [index, { name, source }] of htmlAttacks.slice(0, count).entries()) {
    if (index % 100 === 99) console.log(`browser: ${index + 1} of ${count}`)
    for (const html of new Set([cleaned(source, 'slide'), cleaned(source, 'import')])) {
      const shown = await browser.showSlides(asSlide(html))
      const isHarmless = shown.hits === 0 && shown.escapes.length === 0 && shown.requests.length === 0
      if (!isHarmless && failed++ < 20) console.error(`browser, ${name}: ${JSON.stringify(shown)}`)
    }
    const raw = await browser.showSlides(asSlide(source))
    if (raw.hits > 0 || raw.escapes.length > 0 || raw.requests.length > 0) ran++
  }
  await browser.close()
  console.log(`browser: uncleaned, ${ran} of ${count} ran, escaped or loaded something`)
  if (ran < count * 0.3) console.error('browser: too few attacks work uncleaned, so this run proves nothing')
  return failed + (ran < count * 0.3 ? 1 : 0)
}

/** Slides per deck: stored forms of attacks, or unchanged attacks, which break pages. */
const slidesOfDeck = { cleaned: 15, raw: 8 }

/**
 * Attacks in every field of decks, and the decks in every view: with all protections, with each alone, and with none.
 * With a count, that many attacks are sampled from the whole list, different ones for each seed.
 */
async function runProduct(count: number): Promise<number> {
  const every = Math.max(1, Math.floor(productAttacks.length / count))
  const attacks = productAttacks.filter((_, index) => index % every === seed % every).slice(0, count)
  const journal = openRunJournal(values.journal ?? null, `${count} attacks from seed ${seed}`)
  let broken = 0
  for (const { name, walls, views, problems } of wallRuns) {
    if (values.walls !== undefined && values.walls !== name) continue
    const progress = (line: string) => console.log(`product, ${name}: ${line}`)
    const size = walls.sanitizer ? slidesOfDeck.cleaned : slidesOfDeck.raw
    const result = await runMatrix({ attacks, views, walls, slidesOfDeck: size, journal, name, progress })
    const { findings: _findings, ...counts } = result
    console.log(`product, ${name}: ${JSON.stringify(counts)}`)
    const wrong = problems(result)
    for (const problem of wrong) console.error(`product, ${name}: ${problem}`)
    if (wrong.length > 0) broken += 1
  }
  return broken
}

/** Theme scripts against everything around them, in every isolation mode; always all of them. */
async function runThemes(): Promise<number> {
  const through = new Set<string>()
  for (const run of probeRuns) {
    if (values.walls !== undefined && values.walls !== run.name) continue
    const result = await runProbes(run, (line) => console.log(`themes, ${run.name}: ${line}`))
    console.log(`themes, ${run.name}: ${result.tried} tries, ${result.through.length} probes got through`)
    for (const problem of result.problems) {
      console.error(`themes, ${run.name}: ${problem}`)
      through.add(problem)
    }
  }
  return through.size
}

/** A sample of a list: every n-th, from the seed on. */
function sampled<T>(list: readonly T[], count: number): T[] {
  const every = Math.max(1, Math.floor(list.length / count))
  return list.filter((_, index) => index % every === seed % every).slice(0, count)
}

/** Attacks typed into the theme editor: all walls, the sanitizers alone, the policy alone, none. */
async function runThemeEditor(count: number): Promise<number> {
  const trap = await setLessTrap()
  const attacks = {
    HTML: sampled(htmlAttacks, count),
    CSS: sampled(sheetAttacks, count),
    LESS: sampled(lessAttacks(trap.targets), count),
  }
  let broken = 0
  for (const run of editorRuns) {
    if (values.walls !== undefined && values.walls !== run.name) continue
    const result = await attackEditor(run, attacks, (line) => console.log(`theme-editor, ${run.name}: ${line}`))
    const problems = problemsOf(run, result, attacks.HTML.length)
    console.log(`theme-editor, ${run.name}: ${result.tried} tried, ${result.through.length} got through`)
    for (const problem of problems.slice(0, 20)) console.error(`theme-editor, ${run.name}: ${problem}`)
    broken += problems.length
  }
  if (trap.connections() > 0 || trap.pluginRan()) broken += 1
  await trap.close()
  for (const mode of values.walls === undefined ? (['per-deck', 'single'] as const) : []) {
    const { ran, through } = await probeEditor(mode)
    console.log(`theme-editor, scripts, ${mode}: ${ran} probes ran, ${through.length} got through`)
    for (const problem of through) console.error(`theme-editor, scripts, ${mode}: ${problem}`)
    if (ran === 0) console.error(`theme-editor, scripts, ${mode}: no probe ran, so this proves nothing`)
    broken += through.length + (ran === 0 ? 1 : 0)
  }
  return broken
}

/** Every hostile LESS in its process: time, stall of this process, and the memory of the compiler's processes. */
async function runLessBombs(): Promise<number> {
  const { slowest, stall, memory, tried, problems } = await measureLess()
  console.log(
    `less-bombs: ${tried} tried, slowest ${slowest.toFixed(0)} ms, stall ${stall.toFixed(0)} ms, at most ${memory.toFixed(0)} MB`,
  )
  for (const problem of problems) console.error(`less-bombs: ${problem}`)
  return problems.length
}

/** Every reference that sends a request, in the browser of exports: none may reach a listener on this machine. */
async function runExports(count: number): Promise<number> {
  const { tried, reached, control } = await tryRequests(count, (line) => console.log(`exports: ${line}`))
  console.log(`exports: ${tried} tried, ${reached.length} reached the listener; with a network ${control} do`)
  for (const one of reached) console.error(`exports, ${one}`)
  const isProof = control >= tried / 2
  if (!isProof) console.error('exports: too few vectors work with a network, so this run proves nothing')
  return reached.length + (isProof ? 0 : 1)
}

/** Every way to requests of the server and its browsers, in a network in which each packet counts; always all of them. */
async function runRequests(count: number): Promise<number> {
  const code = await runInOwnNetwork([join(import.meta.dirname, '../src/testing/attacks/requests/run.ts')])
  return code === 0 ? 0 : count
}

/** Files that are made to exhaust what reads them, in the process of imports. */
async function runImports(count: number): Promise<number> {
  const endings = await readHostileFiles(hostilePdfs.slice(0, count))
  for (const { name, said, ms, memory } of endings)
    console.log(`imports, ${name}: ${said} (${Math.round(ms)} ms, ${Math.round(memory / 1000)} MB)`)
  const broken = endings.filter(({ problems }) => problems.length > 0)
  for (const { name, problems } of broken) console.error(`imports, ${name}: ${problems.join(', ')}`)
  return broken.length
}

/** Bombs of every format, uploaded to a server that others use meanwhile. */
async function runUploads(count: number): Promise<number> {
  const problems = await dropBombs(count, values.busy)
  for (const problem of problems) console.error(`uploads, ${problem}`)
  return Math.min(count, problems.length)
}

const asSlide = (html: string): string => (/^\s*<section/.test(html) ? html : `<section>${html}</section>`)

function cleaned(source: string, context: 'slide' | 'import'): string {
  try {
    return sanitize(source, { ...options, context }).html
  } catch (error) {
    if (error instanceof SanitizeError) return ''
    throw error
  }
}

let passed = 0
let failed = 0
for (const [name, part] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const count = values.count === undefined ? part.count : Math.min(Number(values.count), part.count)
  const start = performance.now()
  const broken = await part.run(count)
  console.log(`${name}: ${count} tried, ${broken} broken, ${((performance.now() - start) / 1000).toFixed(1)} s`)
  passed += count - broken
  failed += broken
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
