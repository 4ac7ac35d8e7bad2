import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type ForeignPage, themeInAddress } from '../../../document/import/foreign-page.ts'
import { sheetWithImports } from '../../../document/import/page-css.ts'
import { filterCss } from '../../../document/sanitize/css/filter-css.ts'
import { SanitizeError } from '../../../document/sanitize/sanitize-error.ts'
import { limits } from '../../../rules/limits.ts'
import type { MediaCollector } from './collect-media.ts'
import { type DeckFiles, folderOf } from './deck-files.ts'

/** The styles of a page's author. */

const require = createRequire(import.meta.url)
/** Most bytes of a style sheet as written: themes may have fonts in them. */
const sheetBytes = 5_000_000

/** The theme of the reveal.js package, without its fonts. */
async function packagedTheme(name: string): Promise<string> {
  const folder = dirname(require.resolve('reveal.js/reveal.css'))
  const css = await readFile(join(folder, 'theme', `${name}.css`), 'utf8')
  return css.replace(/@font-face\s*\{[^}]*\}/g, '').replace(/@import[^;]*;/g, '')
}

/**
 * Where the styles of decks differ from what a theme of reveal.js expects: the last element of a slide keeps its margin,
 * code keeps its line height.
 */
const expected = `.reveal .slides :is(p, ul, ol, pre, table, blockquote):is(:last-child, :has(+ .slide-footer)) { margin-bottom: var(--r-block-margin, 20px); }
.reveal .slides :is(h1, h2, h3, h4, h5, h6):is(:last-child, :has(+ .slide-footer)) { margin-bottom: 20px; }
`

async function sheetsByName(files: DeckFiles): Promise<ReadonlyMap<string, string>> {
  const sheets = new Map<string, string>()
  for (const name of files.names.filter((one) => /\.css$/i.test(one)).slice(0, 300)) {
    const text = await files.read(name, sheetBytes).catch(() => null)
    if (text) sheets.set(name, text.toString('utf8'))
  }
  return sheets
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The page's styles, sanitized, and what the author should know of them. */
export interface PageCss {
  readonly css: string
  readonly remarks: readonly string[]
}

/** All styles of a page in its order: its theme's, its sheets in the folder, and those in the page. */
export async function cssOfPage(
  page: ForeignPage,
  folder: string,
  files: DeckFiles,
  media: MediaCollector,
  restyle: (css: string) => string,
): Promise<PageCss> {
  const sheets = await sheetsByName(files)
  const read = (address: string, from: string) => {
    const name = files.find(address, from)
    const css = name === null ? undefined : sheets.get(name)
    return name === null || css === undefined ? null : { css, folder: folderOf(name) }
  }
  const resolve = (address: string, from: string) => media.resolve(address, from)
  const parts: string[] = []
  const remarks: string[] = []
  for (const style of page.styles) {
    if ('css' in style) {
      parts.push(sheetWithImports(style.css, folder, read, resolve))
      continue
    }
    const inline = /^data:text\/css[^,]*,/i.exec(style.href)
    if (inline) {
      parts.push(sheetWithImports(decoded(style.href.slice(inline[0].length)), folder, read, resolve))
      continue
    }
    const theme = themeInAddress(style.href)
    const found = read(style.href, folder)
    if (theme) parts.push(await packagedTheme(theme), expected)
    else if (found) parts.push(sheetWithImports(found.css, found.folder, read, resolve))
    else remarks.push(`The style sheet ${style.href.slice(0, 200)} is missing`)
  }
  const css = restyle(parts.join('\n')).trim()
  if (css === '') return { css, remarks }
  try {
    const filtered = filterCss(css, { mediaHosts: [] })
    const { length } = filtered.removed
    const removed =
      length === 0
        ? []
        : [
            `${length === 1 ? 'A part' : `${length} parts`} of the styles can't be kept: ${filtered.removed[0]!.message}`,
          ]
    return { css: filtered.css, remarks: [...remarks, ...removed].slice(0, 20) }
  } catch (error) {
    if (!(error instanceof SanitizeError)) throw error
    return { css: '', remarks: [...remarks, `The styles of the page were left out: ${error.message}`] }
  }
}

/** The name of the theme that keeps the styles. */
export const themeNameOf = (title: string): string =>
  `Styles of ${title || 'an imported deck'}`.slice(0, limits.theme.name)
