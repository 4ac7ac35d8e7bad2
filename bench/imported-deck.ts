import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { fontCss, frameAssets } from '../src/api/deck-pages/frame-assets.ts'
import { markdownPage, titleOfFile } from '../src/api/imports/html/markdown-page.ts'
import { readPage } from '../src/api/imports/html/read-page.ts'
import type { ReadMedia } from '../src/api/imports/process/reader.ts'
import { fontSources } from '../src/blocks/font-source.ts'
import { attribute, isTag, parseFragment, rangeOf } from '../src/document/html.ts'
import { slidesForAudience } from '../src/document/output/audience-slides.ts'
import { renderCanvasDocument } from '../src/document/output/canvas-document.ts'
import { renderFrameDocument } from '../src/document/output/frame-document.ts'
import type { DeckTheme } from '../src/document/output/frame-types.ts'
import { canvasPath } from '../src/rules/canvas-path.ts'
import { type DeckSettings, frameFields, newDeckSettings } from '../src/rules/deck-columns.ts'
import { slideSizeOf, slideSizeText } from '../src/rules/slide-size.ts'
import { ASSETS_PATH, readPlayerBuild } from '../src/server/content/player-build.ts'
import { readStaticFiles } from '../src/server/content/static-files.ts'
import type { TurnedSlide } from './blocks-entry.ts'
import { type ForeignDeck, folderFiles, isMarkdown, stillFile, typeOf } from './foreign-decks.ts'
import { slidesAsBlocks } from './slides-as-blocks.ts'

const origin = 'http://slides.invalid'

/** What a slide shows. */
export interface ShownContent {
  readonly text: string
  /** Pictures that are drawn, without the places of missing files. */
  readonly pictures: number
  /** Pictures that could not be loaded. */
  readonly broken: number
}

export interface DrawnSlide extends ShownContent {
  readonly picture: Buffer
}

const readSlide = `(()=>{
  const section=document.querySelector('.slides section.present section.present, .slides section.present:not(.stack)')
  const seen=e=>{const c=getComputedStyle(e);return c.visibility!=='hidden'&&c.display!=='none'}
  const walk=e=>[...e.childNodes].map(n=>n.nodeType===3?n.data:n.nodeType===1&&!/^(script|style|aside|svg|canvas|iframe|video|audio|template|math)$/i.test(n.localName)&&!n.classList.contains('katex')&&!n.matches('code.fragment')&&!n.classList.contains('slide-footer')&&seen(n)?(/^(inline|contents)/.test(getComputedStyle(n).display)?walk(n):' '+walk(n)+' '):'').join('')
  return section?{text:walk(section).replace(/\\s+/g,' ').trim(),pictures:[...section.querySelectorAll('img')].filter(i=>i.naturalWidth>0&&!i.dataset.lMissing).length,broken:[...section.querySelectorAll('img')].filter(i=>i.naturalWidth===0||i.dataset.lMissing).length}:{text:'',pictures:0,broken:0}
})()`

/** The words and pictures of the current slide. */
export function readShown(page: Page): Promise<ShownContent> {
  return page.evaluate(readSlide)
}

/** The sections of slides, without those that the audience never sees, and the start tags of their stacks. */
function sections(html: string): { slides: string[]; stacks: string[] } {
  const source = slidesForAudience(html)
  const found = { slides: [] as string[], stacks: [] as string[] }
  for (const outer of parseFragment(source).childNodes.filter((node) => isTag(node, 'section'))) {
    const inner = 'childNodes' in outer ? outer.childNodes.filter((node) => isTag(node, 'section')) : []
    const tag = 'sourceCodeLocation' in outer ? outer.sourceCodeLocation : null
    const stack = inner.length > 0 && tag && 'startTag' in tag ? tag.startTag : null
    for (const section of inner.length > 0 ? inner : [outer]) {
      const range = rangeOf(section)
      if (!range || !('tagName' in section) || attribute(section, 'data-visibility') === 'hidden') continue
      found.slides.push(source.slice(range.start, range.end))
      found.stacks.push(stack ? source.slice(stack.startOffset, stack.endOffset) : '')
    }
  }
  return found
}

/** A deck as the import reads it. */
export interface ReadDeck {
  readonly slides: readonly string[]
  /** The start tags of the stacks that they are in; '' for others. */
  readonly stacks: readonly string[]
  readonly settings: DeckSettings
  readonly theme: DeckTheme | null
  readonly media: ReadonlyMap<string, ReadMedia>
  readonly remarks: readonly string[]
}

const withAddresses = (text: string): string => text.replace(/import:(?=[a-z0-9])/g, '/m/')

/** Reads a deck as imports do. `html`: all of its slides. */
export async function readDeck(deck: ForeignDeck): Promise<ReadDeck & { readonly html: string }> {
  const media = new Map<string, ReadMedia>()
  const parts: string[] = []
  const remarks: string[] = []
  let size = ''
  const text = readFileSync(join(deck.folder, deck.page), 'utf8')
  const page = isMarkdown(deck) ? markdownPage([{ name: deck.page, text }], titleOfFile(deck.page)) : text
  const given = await readPage(page, deck.page, folderFiles(deck.folder), {
    begin: async (head) => {
      size = slideSizeText(head.size)
    },
    slide: async (slide) => {
      parts.push(withAddresses(slide.html))
      remarks.push(...slide.remarks)
      for (const one of slide.media) media.set(one.name, one)
    },
  })
  const { theme, ...settings } = given as { theme?: { css: string; html: string } }
  return {
    ...{ html: parts.join('\n'), ...sections(parts.join('\n')) },
    settings: { ...newDeckSettings, ...settings, slide_size: size },
    theme: theme
      ? {
          ...{ variables: {}, footer: '', js: null, scripts: [] },
          ...{ css: withAddresses(theme.css), html: withAddresses(theme.html) },
        }
      : null,
    ...{ media, remarks },
  }
}

export interface ImportedDeck {
  readonly count: number
  /** Draws a slide as the deck page shows it. */
  draw(index: number, asBlocks?: boolean): Promise<DrawnSlide>
  /** Turns all slides into blocks, to be drawn too. */
  turnIntoBlocks(): Promise<readonly TurnedSlide[]>
  close(): Promise<void>
}

/** Shows the fragments of a slide as after its last step. */
const settle = `(async()=>{
  for(const f of document.querySelectorAll('.fragment:not(code,.code-step)'))if(!/\\b(?:fade-out|semi-fade-out|strike|highlight-\\w+|grow|shrink|current-\\w+|fade-in-then-\\w+)\\b/.test(f.className))f.classList.add('visible')
  await Promise.all([...document.images].map(i=>i.decode().catch(()=>{})))
  // Fonts are asked for by a layout, and the player places the slide again in the frame after each change of its height.
  const places=()=>[...document.querySelectorAll('.slides section.present, .slides section.present *')].slice(0,300).map(e=>{const b=e.getBoundingClientRect();return[b.x,b.y,b.width,b.height]}).join()
  let last=''
  for(let frame=0,same=0;frame<300&&same<5;frame++){
    const now=places();same=now===last?same+1:0;last=now
    await document.fonts.ready
    await new Promise(r=>requestAnimationFrame(r))
  }
})()`

function documentOf(deck: ReadDeck, html: string): string {
  const { settings, theme } = deck
  const css = fontCss(build, fontSources(settings.theme_font, html, theme))
  return renderFrameDocument({
    ...{ title: 'Imported', slides: html, appearance: settings, theme },
    settings: {
      ...{ mode: 'preview', origins: { app: origin }, ...frameFields(settings), maxScale: 1, autoplay: false },
      ...{ transition: 'none', backgroundTransition: 'none', loop: false, autoSlide: 0, slideNumber: false },
      fontStyles: [],
    },
    assets: { ...frameAssets(build), firstScript: '', fontCss: css },
    overridingCss:
      '.reveal .progress,.reveal .controls{display:none!important}*,*::before,*::after{transition:none!important;animation:none!important}',
    nonce: 'bench',
  })
}

/** A file of formulas, which the script of 'Turn into blocks' names by the address of its own build. */
function katexFile(path: string): { body: Buffer; contentType: string } {
  const folder = join(import.meta.dirname, '../node_modules/katex/dist')
  const font = /KaTeX_[A-Za-z0-9]+-[A-Za-z]+/.exec(path)?.[0]
  const name = font ? `fonts/${font}.woff2` : 'katex.css'
  return { body: readFileSync(join(folder, name)), contentType: typeOf(name) }
}

const player = join(import.meta.dirname, '../dist/player')
const build = readPlayerBuild(player)
const files = readStaticFiles(player)

/** Reads a deck as imports do, and draws its slides with the built player. */
export async function importedDeck(browser: Browser, deck: ForeignDeck): Promise<ImportedDeck> {
  return drawnDeck(browser, await readDeck(deck))
}

/** Draws the slides of a deck with the built player. */
export async function drawnDeck(browser: Browser, read: ReadDeck): Promise<ImportedDeck> {
  const context = await browser.newContext({ viewport: slideSizeOf(read.settings.slide_size) })
  let shown = ''
  await context.route('**/*', async (route) => {
    const url = new URL(route.request().url())
    if (url.origin !== origin) return route.abort()
    if (url.pathname === canvasPath)
      return route.fulfill({
        body: renderCanvasDocument(build.url('src/player/canvas.css')),
        contentType: 'text/html; charset=utf-8',
      })
    const katex =
      /katex[^/]*\.css$|KaTeX_[\w-]+(?:-[\w-]+)?\.woff2$/.test(url.pathname) && !url.pathname.startsWith(ASSETS_PATH)
    if (katex) return route.fulfill(katexFile(url.pathname))
    if (url.pathname === '/') return route.fulfill({ body: shown, contentType: 'text/html; charset=utf-8' })
    if (url.pathname.startsWith('/m/')) {
      const found = read.media.get(url.pathname.slice(3))
      return found ? route.fulfill(await stillFile(found.name, Buffer.from(found.bytes))) : route.abort()
    }
    const file = files.get(url.pathname.slice(ASSETS_PATH.length))
    return file ? route.fulfill({ body: Buffer.from(file.body('').bytes), contentType: file.type }) : route.abort()
  })
  const page = await context.newPage()
  let blocks: readonly TurnedSlide[] | null = null
  return {
    count: read.slides.length,
    async turnIntoBlocks() {
      shown = '<!doctype html><title>Blocks</title>'
      await page.goto(`${origin}/`)
      blocks = await slidesAsBlocks(page, read)
      return blocks
    },
    async draw(index, asBlocks = false) {
      const slide = asBlocks && blocks ? blocks[index]!.html : read.slides[index]!
      const stack = read.stacks[index]
      shown = documentOf(read, stack ? `${stack}${slide}</section>` : slide)
      await page.goto(`${origin}/`, { waitUntil: 'load' })
      await page.waitForSelector('html.ready', { state: 'attached' })
      await page.evaluate(settle)
      return { ...(await readShown(page)), picture: await page.screenshot({ animations: 'disabled' }) }
    },
    close: () => context.close(),
  }
}
