import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readStaticFiles, type StaticFile } from '../../server/content/static-files.ts'
import type { PageFonts } from '../../server/http/plain-page.ts'
import { StartError } from '../../server/start-error.ts'
import type { RenderErrorPage, RenderPage } from './page-protocol.ts'

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
  readonly imports?: readonly string[]
}

/** The assets of a page, as paths on the app's host. */
export interface PageAssets {
  readonly script: string
  readonly styles: readonly string[]
  readonly preloads: readonly string[]
  readonly fonts: readonly string[]
}

/** The built web app. */
export interface WebBuild {
  readonly renderPage: RenderPage
  readonly renderErrorPage: RenderErrorPage
  /** Path patterns of all pages (`/users/edit`, `/:username`). */
  readonly paths: readonly string[]
  /** Source of the script that runs before the first paint. */
  readonly firstScript: string
  /** The complete title of a page, with the product's name. */
  readonly fullTitle: (title: string, siteName: string) => string
  /** The assets of a page with this entry and screens, given as source paths. Throws for an unknown entry. */
  assetsOf(entry: string, sources?: readonly string[]): PageAssets
  /** The text of a style sheet by its path. Throws for an unknown one. */
  readonly styleText: (address: string) => string
  /** Files by path. Those below /assets/ are immutable. */
  readonly files: ReadonlyMap<string, StaticFile>
}

/** The fonts that almost every page needs for its first paint. */
const firstFonts = /(newsreader|instrument-sans)-latin-wght-normal[^/]*\.woff2$/

/** Makes `assetsOf` from the manifest of the build. */
export function readAssets(manifest: Readonly<Record<string, Chunk>>): WebBuild['assetsOf'] {
  // Imported chunks come first, since the importing chunk's styles may override theirs.
  const collect = (key: string, seen: Set<string>, into: Chunk[]): void => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const imported of chunk.imports ?? []) collect(imported, seen, into)
    into.push(chunk)
  }
  const address = (file: string) => `/${file}`
  const cache = new Map<string, PageAssets>()
  const collectAssets: WebBuild['assetsOf'] = (entry, sources = []) => {
    const start = manifest[entry]
    if (!start) throw new Error(`The web build has no entry '${entry}'. Run \`npm run build\` again.`)
    const seen = new Set<string>()
    const chunks: Chunk[] = []
    for (const key of [entry, ...sources]) collect(key, seen, chunks)
    const styles = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))]
    const fonts = [...new Set(chunks.flatMap((chunk) => chunk.assets ?? []))].filter((file) => firstFonts.test(file))
    return {
      script: address(start.file),
      styles: styles.map(address),
      preloads: chunks.filter((chunk) => chunk !== start && chunk.file.endsWith('.js')).map((one) => address(one.file)),
      fonts: fonts.map(address),
    }
  }
  return (entry, sources = []) => {
    const key = [entry, ...sources].join(' ')
    const assets = cache.get(key) ?? collectAssets(entry, sources)
    cache.set(key, assets)
    return assets
  }
}

/** The font paths for pages without other assets. Throws if the build has none. */
export function productFonts({ files }: Pick<WebBuild, 'files'>): PageFonts {
  const find = (family: string) => {
    const address = [...files.keys()].find((name) => firstFonts.test(name) && name.includes(family))
    if (!address) throw new StartError(`The web build has no font ${family}. Run: npm run build`)
    return address
  }
  return { text: find('instrument-sans'), display: find('newsreader') }
}

/** All static files of the app's host. */
function readFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  for (const below of ['', 'brand', 'assets']) {
    const path = join(folder, below)
    if (!existsSync(path)) continue
    for (const [name, file] of readStaticFiles(path)) files.set(`/${below ? `${below}/` : ''}${name}`, file)
  }
  return files
}

/** Loads the web app from `dist`. Throws, with the command to run, if it has not been built. */
export async function loadWebBuild(dist: string): Promise<WebBuild> {
  const manifestPath = join(dist, 'web/.vite/manifest.json')
  const serverPath = join(dist, 'server/entry-server.js')
  for (const path of [manifestPath, serverPath]) {
    if (!existsSync(path))
      throw new StartError(`The web app has not been built: ${path} is missing. Run: npm run build`)
  }
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Record<string, Chunk>
  const entry = (await import(pathToFileURL(serverPath).href)) as Omit<WebBuild, 'assetsOf' | 'styleText' | 'files'>
  const { renderPage, renderErrorPage, paths, firstScript, fullTitle } = entry
  const files = readFiles(join(dist, 'web'))
  const texts = new Map<string, string>()
  const styleText = (address: string): string => {
    const cached = texts.get(address)
    if (cached !== undefined) return cached
    const file = files.get(address)
    if (!file) throw new Error(`The web build has no style sheet '${address}'. Run \`npm run build\` again.`)
    const text = Buffer.from(file.body('').bytes).toString('utf8')
    texts.set(address, text)
    return text
  }
  const assetsOf = readAssets(manifest)
  return { renderPage, renderErrorPage, paths, firstScript, fullTitle, assetsOf, styleText, files }
}
