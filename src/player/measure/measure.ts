/**
 * Measures the slides of a document that is drawn, for files in other formats. Runs in the server's browser, which calls
 * it after the document's own script has ended.
 */
import type {
  RasterRequest,
  Rect,
  Scene,
  SceneBackground,
  SceneFragment,
  SceneItem,
  SceneSlide,
} from '../../document/powerpoint/scene.ts'
import type { Around, RasterOptions, SlideState } from './around.ts'
import { fillOf } from './paint.ts'
import { takeRotations } from './rotations.ts'
import { visit } from './walk.ts'

/** The elements of a slide. */
export interface SlideElements {
  /** The visible part. */
  readonly frame: Element
  readonly section: Element
  /** Below the section, from bottom to top: what a theme draws on all slides. */
  readonly below: readonly Element[]
  /** Above it: the number of the slide. */
  readonly above?: readonly Element[]
  /** The slide's background; null: none of its own. */
  readonly background: Element | null
}

/** Pictures are named by this attribute. */
const rasterAttribute = 'data-raster'

/** The fragments of a slide in the order of their steps. */
function fragmentsOf(section: Element): { list: SceneFragment[]; places: Map<Element, number> } {
  const elements = Array.from(section.querySelectorAll('.fragment'))
  const indexOf = (element: Element): number | null => {
    const text = element.getAttribute('data-fragment-index')
    return text === null || text === '' ? null : Number(text)
  }
  const numbered = [...new Set(elements.map(indexOf).filter((index) => index !== null))].sort((a, b) => a - b)
  let next = numbered.length
  const steps = elements.map((element) => {
    const index = indexOf(element)
    return index === null ? next++ : numbered.indexOf(index)
  })
  const list = elements.map((element, index): SceneFragment => {
    const delay = Number(element.getAttribute('data-autoslide'))
    const style = Array.from(element.classList).find((name) =>
      /^(fade|grow|shrink|strike|highlight|current|semi|blur|zoom)/.test(name),
    )
    return { step: steps[index]!, style: style ?? '', delay: delay > 0 ? delay : null }
  })
  return { list, places: new Map(elements.map((element, index) => [element, index])) }
}

class Measurer {
  readonly rasters: RasterRequest[] = []

  slide({ frame, section, below, above = [], background }: SlideElements, id: string): SceneSlide {
    const rotations = takeRotations([...below, section])
    const box = frame.getBoundingClientRect()
    const fragments = fragmentsOf(section)
    const state: SlideState = {
      fragments: fragments.places,
      rotations,
      raster: (element, place, options) => this.#raster(element, place, options),
    }
    const around: Around = {
      origin: { x: box.x, y: box.y },
      ...{ opacity: 1, scale: 1, block: null, fragment: null, link: null, clip: null },
      slide: state,
    }
    const items: SceneItem[] = []
    for (const element of [...below, section, ...above]) visit(element, around, items)
    return { id, background: this.#background(background, box, state), items, fragments: fragments.list }
  }

  #background(element: Element | null, box: DOMRect, state: SlideState): SceneBackground {
    if (!element) return { fill: null, number: null }
    const fills = [element, ...element.querySelectorAll('*')].flatMap((part) => {
      const style = getComputedStyle(part)
      if (style.display === 'none') return []
      const found = fillOf(style, box.width, box.height, Number(style.opacity))
      return [{ ...found, isMore: found.isMore || /^(video|iframe|img|canvas)$/.test(part.localName) }]
    })
    const fill = fills.findLast((one) => one.fill !== null)?.fill ?? null
    const hasMore = fills.some(({ isMore }) => isMore)
    if (!hasMore) return { fill, number: null }
    const place = { x: box.x, y: box.y, width: box.width, height: box.height }
    return { fill, number: state.raster(element, place, {}) }
  }

  #raster(element: Element, place: Rect, { self = false }: RasterOptions): number {
    const number = this.rasters.length
    element.setAttribute(rasterAttribute, `${element.getAttribute(rasterAttribute) ?? ''} ${number}${self ? 's' : ''} `)
    this.rasters.push({ number, rect: { ...place, x: place.x + scrollX, y: place.y + scrollY } })
    return number
  }
}

/** Makes everything invisible except for one element; null shows all again. */
function showOnly(number: number | null): void {
  let sheet = document.getElementById('raster-style')
  if (!sheet) {
    sheet = document.createElement('style')
    sheet.id = 'raster-style'
    document.head.append(sheet)
  }
  if (number === null) {
    sheet.textContent = ''
    return
  }
  const whole = `[${rasterAttribute}*=" ${number} "]`
  const self = `[${rasterAttribute}*=" ${number}s "]`
  sheet.textContent = [
    'html,body{background:none!important}',
    '*{visibility:hidden!important;transition:none!important;animation:none!important}',
    `${whole},${whole} *,${self}{visibility:visible!important}`,
    `${whole} .katex-mathml,${whole} .katex-mathml *{visibility:hidden!important}`,
  ].join('')
}

/** Measures the sheets of a printable document. */
function measureSheets(): Scene {
  const measurer = new Measurer()
  const frames = Array.from(document.querySelectorAll('.sheet-slide'))
  const size = frames[0]?.getBoundingClientRect()
  const slides = frames.flatMap((frame) => {
    const section = frame.querySelector('.slides > section')
    if (!section) return []
    const below = Array.from(frame.querySelectorAll(':scope > .theme-html'))
    const above = Array.from(frame.querySelectorAll(':scope > .reveal > .sheet-number'))
    const background = frame.querySelector('.first-background')
    return [measurer.slide({ frame, section, below, above, background }, section.getAttribute('data-id') ?? '')]
  })
  return { width: size?.width ?? 960, height: size?.height ?? 700, slides, rasters: measurer.rasters }
}

/** Measures one slide of any page. */
function measureSlide(elements: SlideElements): Scene {
  const measurer = new Measurer()
  const { width, height } = elements.frame.getBoundingClientRect()
  const slide = measurer.slide(elements, elements.section.getAttribute('data-id') ?? '')
  return { width, height, slides: [slide], rasters: measurer.rasters }
}

Object.assign(globalThis, { lecternMeasure: { measureSheets, measureSlide, showOnly } })
