// Runs the benchmarks one after the other, also after a missed claim. Exit code 1 if any claim was missed. Usage: npm
// run bench [NAME …], such as `npm run bench deck-page editor-drag`.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const measurements = [
  ['sanitize'],
  ['save'],
  ['search', 'both'],
  ['media-library'],
  ['page-weight'],
  ['page-rate'],
  ['start'],
  ['database-away'],
  ['deck-page'],
  ['deck-theme'],
  ['export-pdf'],
  ['import-pdf'],
  ['import-html'],
  ['import-bytes'],
  ['turn-into-blocks'],
  ['import-pptx'],
  ['pptx-round-trip'],
  ['theme-preview'],
  ['live'],
  ['collab'],
  ['export-pptx'],
  ['ops-laws'],
  ['editor-history'],
  ['editor-open'],
  ['editor-drag'],
  ['editor-typing'],
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !measurements.some(([known]) => known === name))
if (unknown.length > 0) {
  console.error(
    `There is no measurement called ${unknown.join(', ')}. There are: ${measurements.map(([name]) => name).join(', ')}.`,
  )
  process.exit(2)
}
const missed = []
for (const [name, ...options] of measurements) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}`)
  const { status } = spawnSync(process.execPath, [join(root, 'bench', `${name}.ts`), ...options], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) missed.push(name)
}
console.log(missed.length === 0 ? '\nEvery claim holds.' : `\nMissed: ${missed.join(', ')}`)
process.exitCode = missed.length === 0 ? 0 : 1
