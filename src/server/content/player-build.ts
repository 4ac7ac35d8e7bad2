import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'

/** The URL path of the player's built files, on every host. */
export const ASSETS_PATH = '/a/'

/** The built files of the player, by source path. */
export interface PlayerBuild {
  /** URL of a source's built file on the same host. */
  url(source: string): string
  /** URLs of a script and of all that it imports. */
  moduleUrls(source: string): readonly string[]
  /** URL of the style sheet that belongs to a script. */
  styleUrl(source: string): string | null
  /** The text of a built style sheet or of a script without imports, to inline in documents. */
  text(source: string): string
  /** Changes whenever any built file does. */
  readonly fingerprint: string
}

interface ManifestEntry {
  readonly file: string
  readonly css?: readonly string[]
  /** Keys of what it imports. */
  readonly imports?: readonly string[]
}

/** Reads the build in a folder. Throws with a remedy if it does not exist yet. */
export function readPlayerBuild(folder: string): PlayerBuild {
  const manifest = readManifest(folder)
  const entry = (source: string): ManifestEntry => {
    const found = manifest[source]
    if (!found) throw new StartError(`The player's build lacks ${source}. Run: npm run build`)
    return found
  }
  const texts = new Map<string, string>()
  const collect = (source: string, files: Set<string>): Set<string> => {
    const { file, imports = [] } = entry(source)
    if (files.has(file)) return files
    files.add(file)
    for (const one of imports) collect(one, files)
    return files
  }
  return {
    url: (source) => ASSETS_PATH + entry(source).file,
    moduleUrls: (source) => [...collect(source, new Set())].map((file) => ASSETS_PATH + file),
    styleUrl: (source) => {
      const style = entry(source).css?.[0]
      return style ? ASSETS_PATH + style : null
    },
    text: (source) => {
      const cached = texts.get(source)
      if (cached !== undefined) return cached
      const text = readFileSync(join(folder, entry(source).file), 'utf8')
      texts.set(source, text)
      return text
    },
    fingerprint: createHash('sha256').update(JSON.stringify(manifest)).digest('hex'),
  }
}

function readManifest(folder: string): Readonly<Record<string, ManifestEntry>> {
  try {
    return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, ManifestEntry>
  } catch {
    throw new StartError(`The player has not been built: ${folder} holds no manifest. Run: npm run build`)
  }
}
