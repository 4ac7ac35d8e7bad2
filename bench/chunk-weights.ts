/** Compares the chunks of the web build with their budgets. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ownChunks } from '../scripts/chunk-budgets.ts'
import { sharedChunks } from '../scripts/chunks.ts'
import { weight } from '../src/testing/weigh-page.ts'

interface BuiltChunk {
  readonly file: string
  readonly css?: readonly string[]
}

/** One line per chunk, and the budgets that are exceeded or missing. */
export interface ChunkReport {
  readonly lines: readonly string[]
  readonly failures: readonly string[]
}

const budgets = new Map([...sharedChunks.map(({ name, kB }) => [name, kB] as const), ...Object.entries(ownChunks)])

/** The table row of a chunk: its own name, or a row with a wildcard. Null: none. */
function rowOf(name: string): string | null {
  if (budgets.has(name)) return name
  return [...budgets.keys()].find((row) => row.endsWith('*') && name.startsWith(row.slice(0, -1))) ?? null
}

/** Compares each chunk, including its styles, with its budget. A chunk without a budget and a budget without a chunk fail. */
export function weighChunks(folder: string): ChunkReport {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, BuiltChunk>
  const of = (file: string) => weight(readFileSync(join(folder, file)))
  const rows = new Map<string, number[]>()
  const failures: string[] = []
  for (const { file, css = [] } of Object.values(manifest)) {
    if (!file.endsWith('.js')) continue
    const name = basename(file).replace(/-[\w-]{8}\.js$/, '')
    const row = rowOf(name)
    if (row === null) failures.push(`${name} has no budget in scripts/chunk-budgets.ts`)
    else rows.set(row, [...(rows.get(row) ?? []), of(file) + css.reduce((sum, one) => sum + of(one), 0)])
  }
  const lines = [...budgets].map(([name, budget]) => {
    const sizes = rows.get(name)
    if (!sizes) {
      failures.push(`${name} has a budget in scripts/, but is not in the build`)
      return `  ${name}: not there`
    }
    const largest = Math.max(...sizes)
    if (largest > budget)
      failures.push(`${name} weighs ${largest.toFixed(1)} kB, more than its ${budget.toFixed(1)} kB`)
    const many = sizes.length > 1 ? `, the largest of ${sizes.length}` : ''
    return `  ${name.padEnd(24)} ${largest.toFixed(1).padStart(6)} of ${budget.toFixed(1).padStart(6)} kB${many}`
  })
  return { lines, failures }
}
