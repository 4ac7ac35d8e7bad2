import type { BlockList } from './block-list.ts'
import type { BlockId, Slide, SlideId, Slides, Stack } from './deck-model.ts'
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
import { storeSource } from './slide-source.ts'
import { withUniqueBlocks } from './unique-blocks.ts'

/**
 * Parses the content of `.slides`. Each top-level section is a slide, or a vertical stack if sections are its direct
 * children. Never throws and loses nothing: markup between sections is kept raw. Missing and duplicate slide ids are
 * replaced by new ones, and so are duplicate block ids. `parsed`: the tree of the HTML, if there is one already.
 */
export function parseSlides(html: string, blocks: BlockList, parsed?: HtmlFragment): Slides {
  const { source, fragment } = closeOpenSections(html, parsed)
  const reader = new SlidesReader(source, blocks, isTidy(fragment))
  return reader.read(fragment)
}

/** Collects slides while walking the sections in order. */
class SlidesReader {
  readonly #source: string
  readonly #blocks: BlockList
  /** Whether the tree can be used directly; otherwise each slide is parsed again separately, which is always safe. */
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

/** The slide with a new id; the rest of its source stays unchanged. */
function withFreshId(slide: Slide, blocks: BlockList): Slide {
  const html = renderSlide(slide, blocks)
  const fresh: Slide = { ...slide, id: newSlideId(), blocks: [...slide.blocks] }
  const section = parseFragment(html).childNodes[0] as HtmlElement
  const inner = innerRangeOf(section)!
  storeSource(fresh, `${renderSlideTag(fresh.id, fresh.attributes)}${html.slice(inner.start, inner.end)}</section>`)
  return fresh
}

/**
 * Appends missing end tags if markup ends inside a section: appended slides would otherwise end up inside it. If an end
 * tag would become part of an unclosed comment or tag, the markup stays unchanged and is kept raw.
 */
function closeOpenSections(
  html: string,
  fragment: HtmlFragment = parseFragment(html),
): { source: string; fragment: HtmlFragment } {
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

/** Elements that, left unclosed, extend over everything after them. */
const formatting = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))

/**
 * Whether each slide parses the same separately as in context: only white space and comments between slides, and no
 * unclosed formatting (an open <b> would make all later slides bold).
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
