import type { BlockList } from './block-list.ts'
import {
  attributesOf,
  type HtmlElement,
  type HtmlFragment,
  innerRangeOf,
  isBlank,
  isElement,
  isTag,
  isText,
  parseFragment,
  rangeOf,
} from './html.ts'
import { newSlideId } from './ids.ts'
import { parseLoneSection, slideFromSection } from './parse-slide.ts'
import { renderSlide, renderSlideTag } from './render-slide.ts'
import { keepSource } from './slide-source.ts'
import type { BlockId, Slide, SlideId, Slides, Stack } from './types.ts'
import { withUniqueBlocks } from './unique-blocks.ts'

/**
 * Reads the content of a deck: what stands inside `.slides`. Each top section is a slide, or, when sections stand
 * directly inside it, a vertical stack of slides. Never throws and loses nothing: markup between the sections is
 * kept raw. Slides without an id, or with one that came before, get a fresh one; so do repeated block ids.
 */
export function parseSlides(html: string, blocks: BlockList): Slides {
  const { source, fragment } = closeOpenSections(html)
  const reader = new SlidesReader(source, blocks, isTidy(fragment))
  return reader.read(fragment)
}

/** Collects slides while walking the sections from left to right. */
class SlidesReader {
  readonly #source: string
  readonly #blocks: BlockList
  /** The tree can be read as it is; otherwise each slide is parsed once more by itself, which is always safe. */
  readonly #tidy: boolean
  readonly #slides: Record<SlideId, Slide> = {}
  readonly #takenBlocks = new Set<BlockId>()

  constructor(source: string, blocks: BlockList, tidy: boolean) {
    this.#source = source
    this.#blocks = blocks
    this.#tidy = tidy
  }

  read(fragment: HtmlFragment): Slides {
    const stacks: Stack[] = []
    let cursor = 0
    for (const node of fragment.childNodes) {
      const range = isTag(node, 'section') ? rangeOf(node) : null
      if (!range || range.start < cursor) continue
      const stack = this.#readStack(node as HtmlElement, this.#source.slice(cursor, range.start))
      if (!stack) continue
      stacks.push(stack)
      cursor = range.end
    }
    return { stacks, slides: this.#slides, after: this.#source.slice(cursor) }
  }

  #readStack(section: HtmlElement, before: string): Stack | null {
    const inner = innerRangeOf(section)
    if (!inner) return null
    const ids: SlideId[] = []
    const gaps: string[] = []
    let cursor = inner.start
    for (const node of section.childNodes) {
      const range = isTag(node, 'section') ? rangeOf(node) : null
      if (!range || range.start < cursor || range.end > inner.end) continue
      const slide = this.#readSlide(node as HtmlElement)
      if (!slide) continue
      gaps.push(this.#source.slice(cursor, range.start))
      ids.push(this.#add(slide))
      cursor = range.end
    }
    if (ids.length > 0) {
      gaps.push(this.#source.slice(cursor, inner.end))
      return { slides: ids, attributes: Object.fromEntries(attributesOf(section)), before, gaps }
    }
    const slide = this.#readSlide(section)
    return slide && { slides: [this.#add(slide)], attributes: null, before, gaps: [] }
  }

  #readSlide(section: HtmlElement): Slide | null {
    if (!innerRangeOf(section)) return null
    if (this.#tidy) return slideFromSection(this.#source, section, this.#blocks, false)
    const range = rangeOf(section)!
    return parseLoneSection(this.#source.slice(range.start, range.end), this.#blocks, true)
  }

  #add(slide: Slide): SlideId {
    let unique = withUniqueBlocks(slide, this.#takenBlocks)
    if (Object.hasOwn(this.#slides, unique.id)) unique = withFreshId(unique, this.#blocks)
    this.#slides[unique.id] = unique
    return unique.id
  }
}

/** The slide under a fresh id; but for the id its bytes stay. */
function withFreshId(slide: Slide, blocks: BlockList): Slide {
  const html = renderSlide(slide, blocks)
  const fresh: Slide = { ...slide, id: newSlideId(), blocks: [...slide.blocks] }
  const section = parseFragment(html).childNodes[0] as HtmlElement
  const inner = innerRangeOf(section)!
  keepSource(fresh, `${renderSlideTag(fresh.id, fresh.attributes)}${html.slice(inner.start, inner.end)}</section>`)
  return fresh
}

/**
 * Markup that ends inside a section gets the end tags it lacks: appended slides would otherwise end up inside it. Where
 * an end tag would become part of something else that was left open (a comment, a tag), the markup stays as it is, and
 * what cannot be told apart stays raw.
 */
function closeOpenSections(html: string): { source: string; fragment: HtmlFragment } {
  const fragment = parseFragment(html)
  let last = lastSection(fragment)
  if (!last || innerRangeOf(last)) return { source: html, fragment }
  for (const source of [`${html}</section>`, `${html}</section></section>`]) {
    const closed = parseFragment(source)
    last = lastSection(closed)
    while (last && innerRangeOf(last) && innerRangeOf(last)!.end > html.length) last = lastSection(last)
    if (last && innerRangeOf(last)?.end === html.length) return { source, fragment: closed }
  }
  return { source: html, fragment }
}

function lastSection(parent: HtmlElement | HtmlFragment): HtmlElement | null {
  return (parent.childNodes.findLast((node) => isTag(node, 'section')) as HtmlElement | undefined) ?? null
}

/** Elements that, left open, reach into everything after them. */
const formatting = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))

/**
 * Whether every slide means by itself what it means in the whole: only white space and comments stand between the
 * slides, and no formatting is left open (an open <b> in one slide would make all later ones bold).
 */
function isTidy(fragment: HtmlFragment): boolean {
  const pending: (HtmlElement | HtmlFragment)[] = [fragment]
  while (pending.length > 0) {
    const parent = pending.pop()!
    const between = parent === fragment || parent.childNodes.some((node) => isTag(node, 'section'))
    for (const node of parent.childNodes) {
      if (isElement(node)) {
        if (between && !isTag(node, 'section')) return false
        if (formatting.has(node.tagName) && !node.sourceCodeLocation?.endTag) return false
        pending.push(node)
      } else if (between && isText(node) && !isBlank(node.value)) return false
    }
  }
  return true
}
