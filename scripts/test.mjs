// `npm test`: all checks, on a machine with nothing but Node and npm. Plain JavaScript for any Node from 20 on, because
// it runs before the packages are installed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensurePackages, projectEnvironment, projectNode, root } from './prepare.mjs'

/** ms after which a step that hangs is ended. The journeys took 14 minutes on 2 cores with a load of 22. */
const patience = 40 * 60_000
const results = join(root, 'test-results')

ensurePackages()
const node = projectNode()
const bin = join(root, 'node_modules', '.bin')
const env = {
  ...projectEnvironment(),
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
}
// The machine's settings must not affect the tests.
for (const name of ['PORT', 'HOST', 'BASE_URL', 'DATA_DIR', 'DATABASE_URL', 'NODE_ENV', 'LECTERN_TIMINGS'])
  delete env[name]

const program = (name, path) => join(root, 'node_modules', name, path)
const typescript = (kind) => ({
  name: `types of ${kind} files`,
  // Each of its parallel checkers checks the shared types again: together they took twice the CPU time of one.
  args: [program('typescript', 'bin/tsc'), '-p', `tsconfig.${kind}.json`, '--checkers', '1'],
})
const still = [
  { name: 'lint', args: [program('@biomejs/biome', 'bin/biome'), 'check', '--diagnostic-level=error'] },
  ...['anywhere', 'browser', 'server', 'test'].map(typescript),
  { name: 'imports', args: ['scripts/check-imports.ts'] },
  { name: 'styles', args: ['scripts/check-styles.ts'] },
]
const unitReport = join(results, 'units.json')
const journeyReport = join(results, 'journeys.json')
const browserReport = join(results, 'browsers.json')
const chaosReport = join(results, 'chaos.json')
const build = { name: 'build', args: ['scripts/build.mjs'] }
const units = {
  name: 'units, properties and API tables',
  args: [program('vitest', 'vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile=${unitReport}`],
  show: true,
  count: () => countUnits(unitReport),
}
const journeys = {
  name: 'journeys in the browser',
  args: [program('@playwright/test', 'cli.js'), 'test', '--pass-with-no-tests'],
  show: true,
  count: () => countJourneys(journeyReport),
}
const otherBrowsers = {
  name: 'journeys in Firefox and WebKitGTK',
  args: [program('@playwright/test', 'cli.js'), 'test', '--config=playwright.browsers.config.ts'],
  show: true,
  count: () => ({ ...countJourneys(browserReport), skipped: countSkipped(browserReport) }),
}
const chaos = {
  name: 'crashes',
  args: ['scripts/chaos.ts', '--short', `--report=${chaosReport}`],
  show: true,
  count: () => readReport(chaosReport),
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { passed: 0, failed: 0 }
}

function countUnits(path) {
  const report = readReport(path)
  // A file that failed to load has no failed tests.
  const unloaded = (report.testResults ?? []).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  )
  const names = (report.testResults ?? []).flatMap((file) =>
    file.assertionResults.filter((one) => one.status === 'failed').map((one) => `${file.name}: ${one.fullName}`),
  )
  return {
    passed: report.numPassedTests ?? 0,
    failed: (report.numFailedTests ?? 0) + unloaded.length,
    names: [...names, ...unloaded.map((file) => file.name)].map((name) => name.replace(root, '.')),
  }
}

function countJourneys(path) {
  const { stats, suites } = readReport(path)
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
  return { passed: stats?.expected ?? 0, failed, names: (suites ?? []).flatMap(failedJourneys) }
}

/** Number of skipped journeys, by their reason: what is missing, and how to install it. */
function countSkipped(path) {
  const counts = new Map()
  const visit = ({ suites = [], specs = [] }) => {
    for (const { tests } of specs)
      for (const { status, annotations } of tests) {
        const why = annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given'
        if (status === 'skipped') counts.set(why, (counts.get(why) ?? 0) + 1)
      }
    for (const suite of suites) visit(suite)
  }
  visit(readReport(path))
  return counts
}

/**
 * What failed, in one line: the error's first line, its locator or the unexpected values (cut to 500 characters), and
 * its line in the file.
 */
function whyFailed({ tests }) {
  const errors = tests.flatMap((test) => test.results.flatMap((result) => result.errors))
  const [first = '', ...lines] = stripVTControlCharacters(errors[0]?.message ?? '').split('\n')
  const place = lines.find((line) => /^\s*(Locator:|- waiting for)/.test(line))
  const unexpected = lines.filter((line) => /^\s*\+ {2,}\S/.test(line)).map((line) => line.trim())
  const line = errors[0]?.location?.line
  const where = line === undefined ? '' : ` (line ${line})`
  return `${first} ${place?.trim() ?? unexpected.join(' ').slice(0, 500)}`.trim() + where
}

/** The failures of a journey file, one line each. */
function failedJourneys(suite) {
  const own = (suite.specs ?? []).filter((spec) => !spec.ok)
  return [
    ...own.map((spec) => `${spec.file}:${spec.line} ${spec.title}: ${whyFailed(spec)}`),
    ...(suite.suites ?? []).flatMap(failedJourneys),
  ]
}

const running = new Set()

/** Ends a step with all its children: it is a process group of its own. */
function end(child, signal) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
  } catch {
    // It has exited already.
  }
}

/** Runs a step and returns its result. Output is streamed, or shown only on failure. */
function run(step) {
  const begun = performance.now()
  return new Promise((resolve) => {
    const stdio = step.show ? 'inherit' : 'pipe'
    const child = spawn(node, step.args, {
      cwd: root,
      env,
      detached: process.platform !== 'win32',
      stdio: ['ignore', stdio, stdio],
    })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    let hangs = false
    const timer = setTimeout(() => {
      hangs = true
      end(child, 'SIGKILL')
    }, patience)
    child.once('exit', (code) => {
      clearTimeout(timer)
      running.delete(child)
      end(child, 'SIGKILL')
      const counted = step.count?.() ?? { passed: 0, failed: 0 }
      const failed = code === 0 ? counted.failed : Math.max(1, counted.failed)
      const reason = hangs ? `was ended after ${patience / 60_000} minutes` : 'failed'
      if (code !== 0) console.log(`\n${step.name} ${reason}.\n${output}`)
      resolve({ ...counted, name: step.name, seconds: (performance.now() - begun) / 1000, failed })
    })
  })
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of running) end(child, 'SIGKILL')
    process.exit(1)
  })
}

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const begun = performance.now()
const done = []
// Two at a time, for the smallest supported machine's cores. A finished step makes room for the next.
const left = [build, ...still].values()
const lane = async () => {
  for (const step of left) done.push(await run(step))
}
await Promise.all([lane(), lane()])
const built = done.find(({ name }) => name === build.name)
done.push(await run(units))
// Journeys need the built pages.
if (built.failed === 0) done.push(await run(journeys), await run(otherBrowsers), await run(chaos))

console.log('')
for (const { name, seconds, failed, names = [], skipped = new Map() } of done) {
  console.log(`${failed > 0 ? 'FAILED' : 'ok    '} ${seconds.toFixed(1).padStart(6)} s  ${name}`)
  for (const one of names) console.log(`                 ${one}`)
  for (const [why, count] of skipped) console.log(`                 ${count} skipped: ${why}`)
}
console.log(`        ${((performance.now() - begun) / 1000).toFixed(1)} s  in all\n`)
const sum = (what) => done.reduce((total, step) => total + step[what], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0
