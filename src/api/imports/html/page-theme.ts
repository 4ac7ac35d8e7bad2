import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ConvertedPage } from '../../../blocks/convert-page.ts'
import { withBundledFamilies } from '../../../document/import/bundled-families.ts'
import { codeColorsInAddress, type ForeignPage, themeInAddress } from '../../../document/import/foreign-page.ts'
import {
  isServiceSheet,
  serviceFonts,
  sheetWithImports,
  textRulesOfCore,
  withoutUnusedFonts,
  withPageClasses,
  withStandardGradients,
  withViewport,
} from '../../../document/import/page-css.ts'
import { revealBase } from '../../../document/import/reveal-base.ts'
import { isSlidesComSheet, slidesComRules, withOwnBlocks } from '../../../document/import/slides-com-css.ts'
import { filterCss } from '../../../document/sanitize/css/filter-css.ts'
import { SanitizeError } from '../../../document/sanitize/sanitize-error.ts'
import { limits } from '../../../rules/limits.ts'
import type { MediaCollector } from './collect-media.ts'
import { type DeckFiles, folderOf } from './deck-files.ts'

/** The styles of a page's author. */

const require = createRequire(import.meta.url)
/** Most bytes of a style sheet as written: themes may have fonts in them. */
const sheetBytes = 5_000_000

const revealFolder = dirname(require.resolve('reveal.js/reveal.css'))
const highlightFolder = dirname(require.resolve('highlight.js/styles/default.css'))

const fileIn = (folder: string, name: string): Promise<string> =>
  readFile(join(folder, `${name}.css`), 'utf8').catch(() => '')

/** Colors of code that a page names, as reveal.js and highlight.js have them. */
async function packagedCodeColors(name: string): Promise<string> {
  const own = await fileIn(join(revealFolder, 'plugin/highlight'), name)
  return own === '' ? fileIn(highlightFolder, name) : own
}

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
  /** Families of a font service, as a field of decks; null: none. */
  readonly fonts: string | null
  readonly remarks: readonly string[]
}

interface PageSheets {
  /** In the order of the page. */
  readonly parts: readonly string[]
  /** Whether the look of the page is among them, and not just additions to it. */
  readonly isWhole: boolean
  /** Addresses of font services. */
  readonly services: readonly string[]
  readonly remarks: readonly string[]
}

/** A sheet that the folder lacks, as the packages of reveal.js and highlight.js have it; '' if they don't. */
async function packagedSheet(href: string): Promise<string> {
  const theme = themeInAddress(href)
  if (theme) return fileIn(join(revealFolder, 'theme'), theme)
  const colors = codeColorsInAddress(href)
  return colors ? packagedCodeColors(colors) : ''
}

/** The text of a sheet in an address. */
function inlineSheet(href: string): string | null {
  const head = /^data:text\/css[^,]*,/i.exec(href)
  return head ? decoded(href.slice(head[0].length)) : null
}

/** Whether a sheet in a page is that of reveal.js itself, as in pages that contain all of their files. */
const isCore = (css: string): boolean => css.includes('.navigate-left') && /\.slides\s*>\s*section/.test(css)
/** What every theme has. */
const namesHeadings = /\.reveal\s+h1\b/

/** All style sheets of a page in its order: its theme's, those in the folder, and those in the page. */
async function sheetsOf(
  page: ForeignPage,
  folder: string,
  files: DeckFiles,
  media: MediaCollector,
  markup: string,
): Promise<PageSheets> {
  const sheets = await sheetsByName(files)
  const services: string[] = []
  const read = (address: string, from: string) => {
    if (isServiceSheet(address)) services.push(address)
    const name = files.find(address, from)
    const css = name === null ? undefined : sheets.get(name)
    return name === null || css === undefined ? null : { css, folder: folderOf(name) }
  }
  const resolve = (address: string, from: string) => media.resolve(address, from)
  const whole = (css: string, from: string) => sheetWithImports(css, from, read, resolve)
  const parts: string[] = []
  const remarks: string[] = []
  let isWhole = false
  let isSlidesCom = false
  for (const style of page.styles) {
    const inline = 'css' in style ? style.css : inlineSheet(style.href)
    if (inline !== null || 'css' in style) {
      if (isCore(inline ?? '')) continue
      parts.push(whole(inline ?? '', folder))
      isWhole ||= namesHeadings.test(inline ?? '')
      continue
    }
    if ('href' in style && style.isCore) {
      const core = read(style.href, folder)
      if (core) parts.push(coreRules(whole(core.css, core.folder)))
      continue
    }
    const found = read(style.href, folder) ?? { css: await packagedSheet(style.href), folder: '' }
    const isTheme = themeInAddress(style.href) !== null
    const isColors = codeColorsInAddress(style.href) !== null
    if (found.css !== '') {
      const css = whole(found.css, found.folder)
      isSlidesCom ||= isSlidesComSheet(css)
      parts.push(isSlidesComSheet(css) ? slidesComRules(css, page.pageClasses, markup) : css)
      isWhole ||= isTheme || !isColors
    } else if (!isServiceSheet(style.href)) remarks.push(`The style sheet ${style.href.slice(0, 200)} is missing`)
  }
  return { parts: isSlidesCom ? parts.map(withOwnBlocks) : parts, isWhole, services, remarks }
}

/** What versions of reveal.js before 4 have in their own sheet: their themes do not have it. */
const oldCore = (themes: string): string =>
  /--r-[\w-]+\s*:/.test(themes) ? '' : ':where(.reveal) :is(strong, b) { font-weight: bold; }\n'

/** What the page's copy of reveal.js's own sheet says of text. Versions before 3 set the line height there, too. */
const coreRules = (core: string): string =>
  `${/line-height:\s*1\.2em/.test(core) ? '.reveal .slides section { line-height: 1.2em; }\n' : ''}${textRulesOfCore(core)}`

/** Whether a removal is of styles that no browser of today reads: its author misses nothing. */
export const isOfOldBrowsers = (message: string): boolean => /(?<![\w-])-(?:moz|ms|o)-/.test(message)

/** All styles of a page as one sheet. `result`: its converted slides. */
export async function cssOfPage(
  page: ForeignPage,
  folder: string,
  files: DeckFiles,
  media: MediaCollector,
  { restyle, html, around }: ConvertedPage,
): Promise<PageCss> {
  const { parts: sheets, isWhole, services, remarks } = await sheetsOf(page, folder, files, media, html)
  const source = sheets.join('\n')
  const fonts = serviceFonts(services)
  const placed = withPageClasses(withViewport(source), page.pageClasses, page.classes)
  const named = withoutUnusedFonts(withBundledFamilies(withStandardGradients(placed)), html + around)
  const css = restyle((isWhole ? revealBase + oldCore(source) : '') + named).trim()
  if (css === '') return { css, fonts, remarks }
  try {
    const filtered = filterCss(css, { mediaHosts: [] })
    const lost = filtered.removed.filter(({ message }) => !isOfOldBrowsers(message))
    const parts = lost.length === 1 ? 'A part' : `${lost.length} parts`
    const removed = lost.length === 0 ? [] : [`${parts} of the styles can't be kept: ${lost[0]!.message}`]
    return { css: filtered.css, fonts, remarks: [...remarks, ...removed].slice(0, 20) }
  } catch (error) {
    if (!(error instanceof SanitizeError)) throw error
    return { css: '', fonts, remarks: [...remarks, `The styles of the page were left out: ${error.message}`] }
  }
}

/** The name of the theme that keeps the styles. */
export const themeNameOf = (title: string): string =>
  `Styles of ${title || 'an imported deck'}`.slice(0, limits.theme.name)
