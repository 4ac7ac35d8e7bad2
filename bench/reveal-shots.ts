import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import type { SourceFile } from '../src/api/exports/powerpoint/media-files.ts'
import type { RasterRequest, Scene } from '../src/document/powerpoint/scene.ts'
import { measurePage } from '../src/server/chromium/measure-page.ts'

/** A deck as plain reveal.js shows it. */
export interface ShownDeck {
  readonly title: string
  readonly scene: Scene
  readonly rasters: ReadonlyMap<number, Uint8Array>
  /** Its slides as PNG, and their visible words. */
  readonly pictures: readonly Buffer[]
  readonly texts: readonly string[]
  readonly places: readonly { readonly h: number; readonly v: number }[]
  /** The theme's custom properties. */
  readonly variables: Readonly<Record<string, string>>
}

const types: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
}

/** Reads a file that a page from the disk shows. */
export async function readShown(src: string): Promise<SourceFile | null> {
  if (!src.startsWith('file:')) return null
  const path = fileURLToPath(src.replace(/[?#].*$/, ''))
  return {
    body: new Uint8Array(readFileSync(path)),
    type: types[extname(path).toLowerCase()] ?? 'application/octet-stream',
  }
}

const still = '*,*::before,*::after{transition:none!important;animation:none!important}'

async function openDeck(
  browser: Browser,
  url: string,
  scale: number,
  size: { width: number; height: number },
): Promise<Page> {
  const context = await browser.newContext({ viewport: size, deviceScaleFactor: scale })
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForFunction('window.Reveal?.isReady?.()')
  const options = {
    transition: 'none',
    backgroundTransition: 'none',
    controls: false,
    progress: false,
    hash: false,
    margin: 0,
    slideNumber: false,
    autoSlide: 0,
    autoAnimate: false,
    ...size,
  }
  await page.evaluate(
    `(async()=>{Reveal.configure(${JSON.stringify(options)});await document.fonts.ready;const s=document.createElement('style');s.textContent=${JSON.stringify(still)};document.head.append(s)})()`,
  )
  return page
}

/** Goes to a slide, with all of its fragments shown. */
async function goTo(page: Page, index: number): Promise<void> {
  await page.evaluate(`(async()=>{
    const s=Reveal.getSlides()[${index}],at=Reveal.getIndices(s)
    Reveal.slide(at.h,at.v??0)
    for(const f of s.querySelectorAll('.fragment'))f.classList.add('visible')
    await Promise.all([...s.querySelectorAll('img')].map(i=>i.decode().catch(()=>{})))
    await document.fonts.ready
    await new Promise(r=>requestAnimationFrame(()=>requestAnimationFrame(r)))
  })()`)
}

const readWords = `(()=>{
  const seen=e=>{const c=getComputedStyle(e);return c.visibility!=='hidden'&&c.display!=='none'&&+c.opacity>0}
  const walk=e=>[...e.childNodes].map(n=>n.nodeType===3?n.data:n.nodeType===1&&!/^(script|style|aside)$/i.test(n.tagName)&&!n.classList.contains('katex')&&!(n.localName==='svg'&&n.closest('[data-block-type=chart]'))&&seen(n)?(/^(inline|contents)/.test(getComputedStyle(n).display)?walk(n):' '+walk(n)+' '):'').join('')
  return walk(Reveal.getCurrentSlide()).replace(/\\s+/g,' ').trim()
})()`

const elements = `lecternMeasure.measureSlide({frame:document.querySelector('.reveal'),section:Reveal.getCurrentSlide(),below:[...document.querySelectorAll(".theme-html")],background:Reveal.getSlideBackground(Reveal.getCurrentSlide())})`

/** Shows a deck slide by slide: pictures and words of one page, measurements of another. */
export async function showDeck(
  browser: Browser,
  url: string,
  script: string,
  size: { width: number; height: number },
): Promise<ShownDeck> {
  const shown = await openDeck(browser, url, 1, size)
  const measured = await openDeck(browser, url, 2, size)
  const count = (await shown.evaluate('Reveal.getTotalSlides()')) as number
  const [pictures, texts, places]: [Buffer[], string[], { h: number; v: number }[]] = [[], [], []]
  const rasters = new Map<number, Uint8Array>()
  const requests: RasterRequest[] = []
  const slides: Scene['slides'][number][] = []
  for (let index = 0; index < count; index++) {
    await goTo(shown, index)
    texts.push((await shown.evaluate(readWords)) as string)
    places.push(
      (await shown.evaluate('(()=>{const{h,v}=Reveal.getIndices();return{h,v:v||0}})()')) as { h: number; v: number },
    )
    pictures.push(await shown.screenshot({ animations: 'disabled' }))
    await goTo(measured, index)
    const { scene, pictures: taken } = await measurePage(measured, script, elements)
    const { slides: one, rasters: asked } = scene as Scene
    // Numbers of pictures begin again with each slide.
    const shift = index * 1000
    for (const [number, bytes] of taken) rasters.set(number + shift, bytes)
    requests.push(...asked.map((request) => ({ ...request, number: request.number + shift })))
    slides.push(
      ...(JSON.parse(JSON.stringify(one), (key, value) =>
        key === 'number' && typeof value === 'number' ? value + shift : value,
      ) as typeof slides),
    )
  }
  const variables = (await shown.evaluate(
    `(()=>{const s=getComputedStyle(document.querySelector('.reveal'));const o={};for(const n of ['--r-background-color','--r-main-color','--r-heading-color','--r-link-color','--r-accent-color','--l-accent-2','--l-accent-3','--l-accent-4','--l-accent-5','--l-accent-6','--r-main-font','--r-heading-font'])o[n]=s.getPropertyValue(n).trim();return o})()`,
  )) as Record<string, string>
  const title = await shown.title()
  await shown.context().close()
  await measured.context().close()
  return { title, scene: { ...size, slides, rasters: requests }, rasters, pictures, texts, places, variables }
}

/** The path of a deck of the project as a URL. */
export function deckUrl(...path: string[]): string {
  return `file://${join(...path)}`
}
