import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withoutRtlFonts } from '../../rules/reveal-styles.ts'

/** A file that every exported deck uses, by its name inside the ZIP. */
export interface OfflineFile {
  readonly name: string
  readonly bytes: Buffer
}

/** Style sheets that give slides their look, as the player has them. */
const sheets = ['../../player/theme.css', '../../blocks/blocks.css']

/** A style sheet with the sheets it imports in their places, since a page from a disk cannot ask for them. */
function readSheet(path: string): string {
  const css = readFileSync(path, 'utf8')
  return css.replace(/@import "(\.[^"]+)";/g, (_, imported: string) => readSheet(join(dirname(path), imported)))
}

let files: readonly OfflineFile[] | undefined

/** What exported decks need to open without a network: reveal.js as a plain script (pages from a disk cannot load modules), and the styles. */
export function offlineFiles(): readonly OfflineFile[] {
  if (files) return files
  const reveal = dirname(createRequire(import.meta.url).resolve('reveal.js/reveal.css'))
  const css = sheets.map((sheet) => readSheet(fileURLToPath(new URL(sheet, import.meta.url)))).join('\n')
  files = [
    { name: 'reveal/reveal.js', bytes: readFileSync(join(reveal, 'reveal.js')) },
    {
      name: 'reveal/reveal.css',
      bytes: Buffer.from(withoutRtlFonts(readFileSync(join(reveal, 'reveal.css'), 'utf8'))),
    },
    { name: 'reveal/slides.css', bytes: Buffer.from(css) },
  ]
  return files
}
