// Plain JavaScript for any Node from 20 on: `npm start` runs it before it has chosen a Node.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Sources of the built pages and the player. */
const sources = [
  'src/rules',
  'src/document',
  'src/blocks',
  'src/player',
  'src/editor',
  'src/web',
  'src/realtime',
  'src/api',
  'vite.config.ts',
  'vite.player.config.ts',
  'scripts/slim-contracts.ts',
  'package-lock.json',
]

/** Of the API, only the files that pages import. */
function counts(path) {
  if (/\.test\.tsx?$/.test(path)) return false
  return !/(^|[\\/])api[\\/]/.test(path) || path.endsWith('contract.ts')
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return counts(path) ? [path] : []
  const names = readdirSync(path).sort()
  return names.flatMap((name) => filesUnder(join(path, name)))
}

/** A hash over all sources of the build. */
export function sourceStamp(root) {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const path of filesUnder(join(root, source))) {
      hash
        .update(`${path.slice(root.length)}\0`)
        .update(readFileSync(path))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

/** Whether the build matches the current sources. */
export function isBuilt(root) {
  const kept = join(root, 'dist', 'stamp')
  return existsSync(kept) && readFileSync(kept, 'utf8') === sourceStamp(root)
}
