import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withoutRtlFonts } from '../../rules/rtl-fonts.ts'
import { type PlayerBuild, readPlayerBuild } from '../../server/content/player-build.ts'

/** A file that exported decks share. `name` is its path inside the ZIP. */
export interface OfflineFile {
  readonly name: string
  readonly bytes: Buffer
}

/** The files that all exported decks need, and those with formulas. */
export interface OfflineFiles {
  readonly 'reveal.js': string
  /** What the player adds to reveal.js. */
  readonly 'lectern.js': string
  readonly 'slides.css': string
  readonly 'reveal.css': string
  readonly 'katex.css': string
}

/** The style sheets of the player that precede those of themes. */
const sheets = ['../../player/theme.css', '../../player/slide-footer.css', '../../blocks/blocks.css']
/** Those that follow, after reveal.js's own. */
const lateSheets = ['../../player/frame.css', '../../blocks/code/highlight.css', '../../player/offline.css']

const dist = (path: string) => fileURLToPath(new URL(`../../../dist/${path}`, import.meta.url))
const require = createRequire(import.meta.url)
const reveal = () => dirname(require.resolve('reveal.js/reveal.css'))
const katex = () => dirname(require.resolve('katex/dist/katex.min.css'))

/** Reads a style sheet and inlines its imports of the project: a page from a disk cannot load them. */
function readSheet(path: string): string {
  const css = readFileSync(path, 'utf8').replace(/^@import "reveal\.js\/[^"]+";\n?/m, '')
  return css.replace(/@import "(\.[^"]+)";/g, (_, imported: string) => readSheet(join(dirname(path), imported)))
}

const readSheets = (paths: readonly string[]): string =>
  paths.map((path) => readSheet(fileURLToPath(new URL(path, import.meta.url)))).join('\n')

/** KaTeX's styles with one format for each font, beside the fonts' folder. */
function formulaCss(): string {
  const css = readFileSync(join(katex(), 'katex.min.css'), 'utf8')
  return css.replace(/src:url\(fonts\/([\w-]+\.woff2)\)[^;}]*/g, 'src:url(../fonts/$1) format("woff2")')
}

let files: OfflineFiles | undefined

/** reveal.js, the player's additions and the styles, as text. */
export function offlineFiles(): OfflineFiles {
  files ??= {
    // A plain script, since pages from a disk cannot load modules.
    'reveal.js': readFileSync(join(reveal(), 'reveal.js'), 'utf8'),
    'lectern.js': readFileSync(dist('offline/lectern.js'), 'utf8'),
    'slides.css': readSheets(sheets),
    'reveal.css': [withoutRtlFonts(readFileSync(join(reveal(), 'reveal.css'), 'utf8')), readSheets(lateSheets)].join(
      '\n',
    ),
    'katex.css': formulaCss(),
  }
  return files
}

/** The names of the files that a page needs. */
export function offlineNames(hasMath: boolean): readonly (keyof OfflineFiles)[] {
  return ['reveal.js', 'lectern.js', 'slides.css', 'reveal.css', ...(hasMath ? (['katex.css'] as const) : [])]
}

let build: PlayerBuild | undefined

/** The build of the player, which has the fonts. */
export function playerBuild(): PlayerBuild {
  build ??= readPlayerBuild(dist('player'))
  return build
}

const formulaFont = /^KaTeX_[\w-]+\.woff2$/

/** Reads a font of the product or of formulas by its name. */
export function readFont(name: string): Buffer {
  return readFileSync(formulaFont.test(name) ? join(katex(), 'fonts', name) : dist(`player/${name}`))
}

/** The names of the fonts of formulas. */
export function formulaFonts(): string[] {
  return [...offlineFiles()['katex.css'].matchAll(/\.\.\/fonts\/([\w-]+\.woff2)/g)].map(([, name]) => name as string)
}

/** The licenses of what a package contains besides the deck. */
export function licenseFiles(): readonly OfflineFile[] {
  const fonts = fileURLToPath(new URL('../../player/fonts/LICENSES.txt', import.meta.url))
  return [
    { name: 'fonts/LICENSES.txt', bytes: readFileSync(fonts) },
    { name: 'reveal/LICENSE.txt', bytes: readFileSync(join(reveal(), '..', 'LICENSE')) },
  ]
}
