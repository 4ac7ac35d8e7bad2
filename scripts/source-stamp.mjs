// Plain JavaScript for any Node from 20 on: `npm start` runs it before it has chosen a Node.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Sources of the built pages and the player. */
const sources = [
  'src/rules',
  'src/themes',
  'src/document',
  'src/ui',
  'src/blocks',
  'src/player',
  'src/editor',
  'src/web',
  'src/realtime',
  'src/api',
  'vite.config.ts',
  'vite.player.config.ts',
  'vite.offline.config.ts',
  'scripts/chunks.ts',
  'scripts/direct-icons.ts',
  'scripts/slim-contracts.ts',
  'scripts/split-chunks.ts',
  'CHANGELOG.md',
  'package-lock.json',
]

/** Of the API, only the files that pages import: contracts, messages, data of pages, the client. */
const seenOfApi =
  /api[\\/](contract|inputs|paging|client|api-error|[a-z-]+[\\/](contract|messages|[a-z-]*page-data|shared-deck)|pages[\\/](page-protocol|site|viewer))\.ts$/

function counts(path) {
  if (/\.test\.tsx?$/.test(path)) return false
  return !/[\\/]src[\\/]api[\\/]/.test(path) || seenOfApi.test(path)
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return counts(path) ? [path] : []
  const names = readdirSync(path).sort()
  return names.flatMap((name) => filesUnder(join(path, name)))
}

/** All source files of the build, as paths below `root`. */
export function sourcesOfBuild(root) {
  return sources.flatMap((source) => filesUnder(join(root, source)))
}

/** A hash over all sources of the build. */
export function sourceStamp(root) {
  const hash = createHash('sha256')
  for (const path of sourcesOfBuild(root)) {
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Whether the build matches the current sources. */
export function isBuilt(root) {
  const kept = join(root, 'dist', 'stamp')
  return existsSync(kept) && readFileSync(kept, 'utf8') === sourceStamp(root)
}
