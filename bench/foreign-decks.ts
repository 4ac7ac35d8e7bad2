import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { BrowserContext, Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { type DeckFiles, folderOf, looseFile, pathOf } from '../src/api/imports/html/deck-files.ts'
import { type ForeignPage, readForeignPage, themeInAddress } from '../src/document/import/foreign-page.ts'
import { textRulesOfCore } from '../src/document/import/page-css.ts'
import { macrosInScripts, takeDefinitions } from '../src/document/import/tex-macros.ts'

const root = join(import.meta.dirname, '..')
const modules = join(root, 'node_modules')
const host = 'http://deck.test/'

/** A page of a presentation in a folder. */
export interface ForeignDeck {
  readonly name: string
  readonly folder: string
  /** Its path in the folder. */
  readonly page: string
}

/** The pages that `list.txt` names, a line each, or all with slides. The first part of a line is the deck's folder. */
export function foreignDecks(corpus: string): ForeignDeck[] {
  const list = join(corpus, 'list.txt')
  const pages = existsSync(list)
    ? readFileSync(list, 'utf8').split('\n')
    : (readdirSync(corpus, { recursive: true }) as string[]).filter(
        (name) => /\.html?$/i.test(name) && !/node_modules|\/test\//.test(name) && isDeck(join(corpus, name)),
      )
  return pages
    .filter((line) => line.includes('/'))
    .map((line) => {
      const [folder = '', ...rest] = line.split('/')
      return { name: line, folder: join(corpus, folder), page: rest.join('/') }
    })
}

const isDeck = (path: string): boolean => /class="[^"]*\bslides\b/.test(readFileSync(path, 'utf8'))

function filesBelow(folder: string, under: string): string[] {
  return readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) => {
    const name = under + entry.name
    if (entry.isDirectory()) return /^(?:node_modules|\.git)$/.test(entry.name) ? [] : filesBelow(folder, `${name}/`)
    return entry.isFile() ? [name] : []
  })
}

/** The files of a folder, as those of a ZIP are read. */
export function folderFiles(folder: string): DeckFiles {
  const names = filesBelow(folder, '')
  const known = new Set(names)
  return {
    names,
    find(address, from) {
      const path = pathOf(address, from)
      if (path === null || known.has(path)) return path
      return looseFile(names, address, from)
    },
    read: (name) => Promise.resolve(readFileSync(join(folder, name))),
  }
}

const types: Readonly<Record<string, string>> = {
  ...{ '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.mjs': 'text/javascript' },
  ...{ '.svg': 'image/svg+xml', '.png': 'image/png', '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.gif': 'image/gif' },
  ...{ '.webp': 'image/webp', '.woff': 'font/woff', '.woff2': 'font/woff2', '.ttf': 'font/ttf', '.md': 'text/plain' },
}

export const typeOf = (name: string): string =>
  types[extname(name.split(/[?#]/)[0]!).toLowerCase()] ?? 'application/octet-stream'

/** A file as it is drawn: of a moving picture its first frame, so that two drawings show the same. */
export async function stillFile(name: string, bytes: Buffer): Promise<{ body: Buffer; contentType: string }> {
  if (!/\.(?:gif|webp)$/i.test(name)) return { body: bytes, contentType: typeOf(name) }
  const body = await sharp(bytes)
    .png()
    .toBuffer()
    .catch(() => bytes)
  return { body, contentType: body === bytes ? typeOf(name) : 'image/png' }
}

/** The style sheet of families that this project has the files of, as a font service answers. */
function fontService(address: string): string {
  const families = [...new URL(address).searchParams.getAll('family')].flatMap((value) => value.split('|'))
  return families
    .map((value) => value.split(':')[0]!.replace(/\+/g, ' '))
    .map((family) => {
      const name = family.toLowerCase().replace(/ /g, '-')
      for (const [scope, sheets] of [
        ['@fontsource-variable', ['index.css', 'wght-italic.css']],
        ['@fontsource', ['400.css', '700.css', '400-italic.css']],
      ] as const) {
        const folder = join(modules, scope, name)
        if (!existsSync(folder)) continue
        return sheets
          .filter((sheet) => existsSync(join(folder, sheet)))
          .map((sheet) => readFileSync(join(folder, sheet), 'utf8'))
          .join('\n')
          .replaceAll('./files/', `${host}_modules/${scope}/${name}/files/`)
          .replace(/font-family: '([^']*) Variable'/g, "font-family: '$1'")
      }
      return ''
    })
    .join('\n')
}

/** What an address outside of the folder stands for: files of reveal.js's package, by their names. */
function packaged(address: string): string | null {
  const theme = themeInAddress(address)
  if (theme) return join(modules, 'reveal.js/dist/theme', `${theme}.css`)
  const highlight = /highlight\/(?:lib\/css\/)?(?:styles\/)?(monokai|zenburn)(?:\.min)?\.css/.exec(address)
  return highlight ? join(modules, 'reveal.js/dist/plugin/highlight', `${highlight[1]}.css`) : null
}

async function answer(route: Route, deck: ForeignDeck, html: () => string, files: DeckFiles): Promise<void> {
  const url = route.request().url()
  const give = async (path: string) => route.fulfill(await stillFile(path, readFileSync(path)))
  if (url === `${host}_modules/reveal.js/dist/reveal.css`) {
    // Themes of old versions set the ground of the body, which has no class there.
    const css = readFileSync(join(modules, 'reveal.js/dist/reveal.css'), 'utf8')
    return route.fulfill({
      body: css.replace(/\.reveal-viewport\{/g, ':where(.reveal-viewport){'),
      contentType: 'text/css',
    })
  }
  if (url.startsWith(`${host}_modules/`))
    return give(join(modules, decodeURIComponent(new URL(url).pathname.slice('/_modules/'.length))))
  if (url.startsWith(host)) {
    const path = decodeURIComponent(new URL(url).pathname.slice(1))
    if (path === deck.page) return route.fulfill({ body: html(), contentType: 'text/html' })
    const found = files.find(path, '') ?? (path.includes('/') ? files.find(`/${path}`, folderOf(deck.page)) : null)
    if (found !== null) return give(join(deck.folder, found))
  }
  if (/^https?:\/\/fonts\.googleapis\.com/.test(url))
    return route.fulfill({ body: fontService(url), contentType: 'text/css' })
  const known = packaged(url)
  return known && existsSync(known) ? give(known) : route.abort()
}

/** Collects the options that a page's scripts give to reveal.js. */
const collect = `(()=>{const give=o=>{try{self.__options??=JSON.parse(JSON.stringify(o??{}))}catch{self.__options??={}};return Promise.resolve()}
const any=()=>new Proxy(function(){},{get:(_,n)=>n==='then'?undefined:any(),apply:()=>any(),construct:()=>any()})
const reveal=new Proxy(function(o,p){give(p??o)},{get:(_,n)=>/^(initialize|configure)$/.test(n)?give:n==='then'?undefined:any(),construct:(_,[o,p])=>{self.__options??=p??{};return{initialize:give,on(){},addEventListener(){}}}})
Object.defineProperty(self,'Reveal',{get:()=>reveal,set(){}})
for(const n of ['SL','RevealMarkdown','RevealHighlight','RevealNotes','RevealMath','RevealZoom','RevealSearch','hljs','head','Prism','jQuery','$','d3','Chart','mermaid','MathJax'])self[n]??=any()})()`

/** The options of a page, as its own scripts give them. Names that its scripts lack, such as plugins, are given to them. */
async function optionsOf(context: BrowserContext, address: string): Promise<Record<string, unknown>> {
  const page = await context.newPage()
  let missing: string | null = null
  page.on('pageerror', ({ message }) => {
    missing ??= /^(?:ReferenceError: )?([A-Za-z_$][\w$]*) is not defined/.exec(message)?.[1] ?? null
  })
  await page.addInitScript(collect)
  let options: Record<string, unknown> | null = null
  for (let turn = 0; turn < 10 && !options; turn++) {
    missing = null
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    options = (await page.evaluate('self.__options??null')) as Record<string, unknown> | null
    if (missing === null) break
    await page.addInitScript(`self[${JSON.stringify(missing)}]??={}`)
  }
  await page.close()
  return options ?? {}
}

const ownScript =
  /<script(?![^>]*\btype\s*=\s*["']?(?:text\/(?:template|x-mathjax|html|markdown)|application\/json))[^>]*>[\s\S]*?<\/script\s*>/gi
const coreSheet = /<link[^>]*href\s*=\s*["'][^"']*\/?(?:reveal|reset|paper|pdf)(?:\.min)?\.css[^>]*>/gi

/** The page with unmodified reveal.js instead of its own scripts; its styles and markup stay. */
function referencePage(html: string, isOld: boolean, coreText: string): string {
  const module = (name: string) => `<script src="${host}_modules/${name}"></script>`
  const sheet = (name: string) => `<link rel="stylesheet" href="${host}_modules/${name}">`
  const core = ['reveal.js/dist/reset.css', 'reveal.js/dist/reveal.css'].map(sheet).join('')
  const scripts = ['reveal', 'plugin/markdown', 'plugin/highlight', 'plugin/math']
    .map((name) => module(`reveal.js/dist/${name}.js`))
    .join('')
  const plain = html.replace(coreSheet, '').replace(ownScript, (script) => (isTemplate(script) ? script : ''))
  // Versions before 3 set the line height in the core.
  const old = isOld
    ? `<style>.reveal .slides section{line-height:1.2em}.reveal strong,.reveal b{font-weight:bold}${coreText}</style>`
    : ''
  const withCore = /<head[^>]*>/i.test(plain)
    ? plain.replace(/<head[^>]*>/i, (tag) => tag + core + old)
    : core + old + plain
  return withCore.replace(/<\/body\s*>/i, '') + scripts
}

/** Code of slides may stand in templates of any type. */
const isTemplate = (script: string): boolean => /^<script[^>]*type\s*=\s*["']?text\/template/i.test(script)

export interface Reference {
  readonly page: Page
  readonly size: { readonly width: number; readonly height: number }
  readonly count: number
}

/** The rules about text in the core sheet that a page names, which had them before version 3. */
function coreTextOf(deck: ForeignDeck, page: ForeignPage, files: DeckFiles): string {
  const core = page.styles.find((style) => 'isCore' in style && style.isCore)
  const name = core && 'href' in core ? files.find(core.href, folderOf(deck.page)) : null
  return name === null ? '' : textRulesOfCore(readFileSync(join(deck.folder, name), 'utf8'))
}

/** A page without the macros that its formulas and options define for MathJax, and these as KaTeX takes them. */
function withoutMacros(source: string, { scripts, hasMath }: ForeignPage) {
  const defined = macrosInScripts(scripts)
  // KaTeX's plugin reads no formulas in scripts.
  const formulas = source.replace(
    /<script[^>]*type\s*=\s*["']math\/tex([^"']*)["'][^>]*>([\s\S]*?)<\/script\s*>/gi,
    (_, mode: string, tex: string) => (/display/.test(mode) ? `\\[${tex}\\]` : `\\(${tex}\\)`),
  )
  const plain = hasMath ? takeDefinitions(formulas, defined) : source
  return { plain, macros: Object.fromEntries([...defined].map(([name, { body }]) => [`\\${name}`, body])) }
}

/** Whether a page runs highlight.js: its scripts name it, or one of its modules has it. */
function highlights(deck: ForeignDeck, source: string, { scripts }: ForeignPage, files: DeckFiles): boolean {
  const addresses = [...source.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<script[^>]*\bsrc\s*=\s*["']([^"']+)/gi)].map(
    ([, address]) => address!,
  )
  const modules = addresses.flatMap((address) => {
    const name = /reveal|plugin|jquery/i.test(address) ? null : files.find(address, folderOf(deck.page))
    return name === null ? [] : [readFileSync(join(deck.folder, name), 'utf8')]
  })
  const code = scripts.join('\n').replace(/(?<![:'"\w])\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '')
  return /highlight|hljs|prism/i.test([code, ...addresses].join('\n')) || modules.some((text) => /hljs/.test(text))
}

const still = '*,*::before,*::after{transition:none!important;animation:none!important}'

/** The slides that reveal.js can show, with their positions: sections in columns, but none below those. */
const shownSlides = `(()=>{const sections=e=>[...e.children].filter(c=>c.localName==='section')
return sections(Reveal.getSlidesElement()).flatMap((c,h)=>{const rows=sections(c);return(rows.length?rows:[c]).map((s,v)=>({s,h,v}))})})()`

/** What the script of slides.com does once fonts are loaded, and the end of its animations of blocks: both are hidden before. */
const showOfSlidesCom = `document.documentElement.classList.add('fonts-are-ready');document.querySelector('.reveal').classList.add('block-animations-disabled')`

/** Draws the formulas of slides.com as its own script does. */
async function drawFormulas(page: Page): Promise<void> {
  for (const name of ['katex', 'contrib/auto-render'])
    await page.addScriptTag({ url: `${host}_modules/katex/dist/${name}.min.js` })
  // The sheet of the export is that of its own version of KaTeX, and lacks classes that this one writes.
  await page.addStyleTag({ url: `${host}_modules/katex/dist/katex.min.css` })
  await page.evaluate(`(async()=>{for(const b of document.querySelectorAll('.sl-block[data-block-type="math"]')){
    const i=b.querySelector('.math-input');if(!i||b.querySelector('.math-output'))continue
    const o=document.createElement('div');o.className='math-output';i.before(o);katex.render(i.innerText||i.textContent,o,{throwOnError:false})}
    renderMathInElement(document.querySelector('.slides'),{throwOnError:false,delimiters:[{left:'$$',right:'$$',display:true},{left:'\\\\[',right:'\\\\]',display:true},{left:'\\\\(',right:'\\\\)',display:false}]})
    await document.fonts.ready})()`)
}

/** A Markdown file as a page for reveal.js's own plugin, with the separators of its tools. */
function markdownReference(text: string): string {
  const head = /^\uFEFF?---[ \t]*\r?\n((?:[\w-]+[ \t]*:.*\r?\n|[ \t#-].*\r?\n|\r?\n)*?)---[ \t]*(?:\r?\n|$)/.exec(text)
  const field = (name: string) =>
    new RegExp(`^${name}\\s*:\\s*["']?(.*?)["']?\\s*$`, 'm').exec(head?.[1] ?? '')?.[1]?.replace(/"/g, '&quot;')
  const body = head ? text.slice(head[0].length) : text
  const vertical = field('verticalSeparator') ?? (/^----\s*$/m.test(body) ? '\\r?\\n----\\r?\\n' : '\\r?\\n--\\r?\\n')
  const theme = field('theme')
  const options = ['width', 'height', 'center'].flatMap((name) => {
    const value = new RegExp(`^\\s*${name}\\s*:\\s*["']?([\\w.%]+)`, 'm').exec(head?.[1] ?? '')?.[1]
    return value ? [`${name}: '${value}'`.replace(/'(true|false)'/, '$1')] : []
  })
  const sheet = theme && /^[\w-]+$/.test(theme) ? `<link rel="stylesheet" href="dist/theme/${theme}.css">` : ''
  return `<!doctype html><html><head><meta charset="utf-8">${sheet}</head><body><div class="reveal"><div class="slides"><section data-markdown data-separator="${field('separator') ?? '\\r?\\n---\\r?\\n'}" data-separator-vertical="${vertical}"><textarea data-template>
${body.replace(/\r\n?/g, '\n').replace(/&/g, '&amp;').replace(/</g, '&lt;')}
</textarea></section></div></div><script src="katex.js"></script><script>Reveal.initialize({ ${options.join(', ')} })</script></body></html>`
}

/** The page of a deck as a file that reveal.js shows. */
function sourceOf(deck: ForeignDeck): string {
  const text = readFileSync(join(deck.folder, deck.page), 'utf8')
  return isMarkdown(deck) ? markdownReference(text) : text
}

export const isMarkdown = ({ page }: ForeignDeck): boolean => /\.(?:md|markdown)$/i.test(page)

/** Opens a deck with unmodified reveal.js, its author's styles and options, and no network. */
export async function openReference(context: BrowserContext, deck: ForeignDeck): Promise<Reference> {
  const source = sourceOf(deck)
  const files = folderFiles(deck.folder)
  let html = source.replace(/<script[^>]*src\s*=[^>]*><\/script\s*>/gi, '')
  await context.route('**/*', (route) => answer(route, deck, () => html, files).catch(() => {}))
  const address = host + encodeURI(deck.page)
  const given = await optionsOf(context, address)
  const cores = files.names.filter((name) => /(?:^|\/)css\/reveal\.css$/.test(name))
  const isOld = cores.some((name) => /line-height:\s*1\.2em/.test(readFileSync(join(deck.folder, name), 'utf8')))
  const foreign = readForeignPage(source)
  const { plain, macros } = withoutMacros(source, foreign)
  html = referencePage(plain, isOld, coreTextOf(deck, foreign, files))
  const side = (value: unknown, usual: number) => {
    const number = typeof value === 'string' && value.includes('%') ? Number.NaN : Number.parseFloat(String(value))
    return Number.isFinite(number) && number >= 100 && number <= 4000 ? Math.round(number) : usual
  }
  const size = { width: side(given.width, 960), height: side(given.height, 700) }
  const options = {
    ...{ center: given.center ?? true, rtl: given.rtl ?? false, markdown: given.markdown ?? {} },
    ...{ transition: 'none', backgroundTransition: 'none', controls: false, progress: false, hash: false },
    ...{ autoSlide: 0, autoAnimate: false, slideNumber: false, margin: 0, minScale: 1, maxScale: 1 },
    ...{
      showHiddenSlides: false,
      ...size,
      katex: { local: `${host}_modules/katex`, macros },
      scrollActivationWidth: 0,
    },
  }
  const page = await context.newPage()
  await page.setViewportSize(size)
  await page.goto(address, { waitUntil: 'load' })
  const plugins = [
    'RevealMarkdown',
    ...(highlights(deck, source, foreign, files) ? ['RevealHighlight'] : []),
    ...(foreign.hasMath ? ['RevealMath.KaTeX'] : []),
  ].join()
  await page.evaluate(
    `(async()=>{const s=document.createElement('style');s.textContent=${JSON.stringify(still)};document.head.append(s);
    if(!document.querySelector('.reveal')){const b=document.querySelector('.slides')??document.body;const r=document.createElement('div');r.className='reveal';b.replaceWith(r);r.append(b)}
    await Reveal.initialize({...${JSON.stringify(options)},plugins:[${plugins}]});await document.fonts.ready})()`,
  )
  if (/math-input|class="sl-block/.test(source)) {
    await page.evaluate(showOfSlidesCom)
    await drawFormulas(page)
  }
  const count = (await page.evaluate(`${shownSlides}.length`)) as number
  return { page, size, count }
}

/** Shows a slide of the reference with all of its fragments, as its words and pictures are read. */
export async function showReference({ page }: Reference, index: number): Promise<void> {
  await page.evaluate(`(async()=>{
    const slides=${shownSlides},{s,h,v}=slides[${index}],before=slides[${index}-1]
    // As viewers come to it: code is scrolled only on slides that were near before.
    if(before)Reveal.slide(before.h,before.v)
    Reveal.slide(h,v)
    for(const f of s.querySelectorAll('.fragment:not(code)'))if(!/\\b(?:fade-out|semi-fade-out|strike|highlight-\\w+|grow|shrink|current-\\w+|fade-in-then-\\w+)\\b/.test(f.className))f.classList.add('visible')
    await Promise.all([...s.querySelectorAll('img')].map(i=>i.decode().catch(()=>{})))
    await document.fonts.ready
    Reveal.layout()
    await new Promise(r=>requestAnimationFrame(()=>requestAnimationFrame(r)))
    Reveal.layout()
  })()`)
}
