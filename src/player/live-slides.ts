/** Shows new content of slides in an open frame: what an editor types is on the reviewers' screens at once. */
import type { RevealApi } from 'reveal.js'
import type { BlockStage } from '../blocks/block-player.ts'
import { players } from '../blocks/players.ts'
import { hideFooterAttribute } from '../document/hide-footer.ts'
import { footerClass } from '../document/output/slide-footer.ts'
import { slideColumns } from './position-of-hash.ts'
import { prepareParts } from './prepare-slides.ts'
import { createPurifier, type Purify } from './purify.ts'
import { readSlides, type SlidesMessage, type SlideUpdate } from './slides-message.ts'
import { startBlocks } from './start-blocks.ts'

/** The running deck that the changes are shown in. */
export interface LiveDeck {
  readonly reveal: RevealApi
  readonly slides: HTMLElement
  readonly settings: { readonly autoplay: boolean; readonly rollingLinks: boolean }
  readonly stage: BlockStage
  /** Runs after reveal.js has read the slides again. */
  onSync(): void
  /** Runs an action, and reports the position after it, even if unchanged: it may be another slide's now. */
  quietly(act: () => void): void
}

let purify: Purify | null = null

/** Shows the changes at the current slide, or at the nearest one if that is gone. Other JSON changes nothing. */
export async function showSlides(deck: LiveDeck, json: string): Promise<void> {
  const message = readSlides(json)
  if (!message) return
  const { order, slides: updates } = message
  const { reveal, slides } = deck
  const before = reveal.getIndices()
  const current = reveal.getCurrentSlide()?.dataset.id
  const added = new Map<string, HTMLElement>()
  const fresh: Element[] = []
  let isWhole = order !== null
  for (const update of updates) {
    const next = sectionOf(deck, update)
    const shown = sectionWith(slides, update.id)
    if (!next) continue
    if (shown && update.keep !== null) {
      fresh.push(...patch(shown, next, new Set(update.keep)))
      reveal.loadSlide(shown)
      continue
    }
    isWhole = true
    fresh.push(next)
    if (shown) replace(shown, next)
    else added.set(update.id, next)
  }
  if (order) arrange(slides, order, added)
  for (const { prepare, selector } of Object.values(players)) prepare?.(within(fresh, selector))
  if (isWhole) {
    setFooters(slides)
    reveal.sync()
    deck.onSync()
    const { h, v, f } = placeOf(slides, current) ?? before
    deck.quietly(() => reveal.slide(h, v, f ?? before.f))
  }
  await startBlocks((selector) => within(fresh, selector), deck.stage)
}

/** The elements with a selector in new parts, or that are one of them. */
function within(parts: readonly Element[], selector: string): HTMLElement[] {
  return parts.flatMap((part) => {
    const inside = Array.from(part.querySelectorAll<HTMLElement>(selector))
    return part.matches(selector) ? [part as HTMLElement, ...inside] : inside
  })
}

function sectionWith(slides: Element, id: string): HTMLElement | null {
  return slides.querySelector<HTMLElement>(`section[data-id="${id}"]`)
}

function sectionOf({ settings }: LiveDeck, { id, html }: SlideUpdate): HTMLElement | null {
  purify ??= createPurifier(window)
  const parsed = purify(html)
  prepareParts(parsed, settings)
  const section = [...parsed.children].find((child) => child.localName === 'section')
  return section?.getAttribute('data-id') === id ? (section as HTMLElement) : null
}

function blockId(node: Node): string | null {
  return node instanceof HTMLElement ? (node.dataset.blockId ?? null) : null
}

/** Replaces the blocks of a slide except those to keep, whose media and pages continue. Returns the new elements. */
function patch(shown: HTMLElement, next: HTMLElement, keep: ReadonlySet<string>): Element[] {
  const kept = new Map<string, ChildNode>()
  for (const node of [...shown.childNodes]) {
    const id = blockId(node)
    if (id !== null && keep.has(id)) kept.set(id, node)
    else if (!(node instanceof Element && node.classList.contains(footerClass))) node.remove()
  }
  let cursor = shown.firstChild
  const added: Element[] = []
  for (const node of [...next.childNodes]) {
    const same = kept.get(blockId(node) ?? '')
    if (same && same === cursor) cursor = same.nextSibling
    else shown.insertBefore(same ?? node, cursor)
    if (!same && node instanceof Element) added.push(node)
  }
  return added
}

/** Replaces a slide. Fragments that were shown are shown without their animation. */
function replace(shown: HTMLElement, next: HTMLElement): void {
  for (const state of ['visible', 'current-fragment']) {
    for (const { dataset } of shown.querySelectorAll<HTMLElement>(`.fragment.${state}[data-block-id]`)) {
      next.querySelector(`.fragment[data-block-id="${dataset.blockId}"]`)?.classList.add(state)
    }
  }
  const footer = shown.querySelector(`:scope > .${footerClass}`)
  if (footer) next.append(footer)
  shown.replaceWith(next)
}

/** Puts the slides in an order, and removes all others. Elements that are in place are not moved: frames would reload. */
function arrange(
  slides: HTMLElement,
  order: NonNullable<SlidesMessage['order']>,
  added: ReadonlyMap<string, HTMLElement>,
): void {
  const slideOf = (id: string) => added.get(id) ?? sectionWith(slides, id)
  const used = new Set<Element>()
  const columns = order.flatMap((column) => {
    if (typeof column === 'string') return slideOf(column) ?? []
    const stacked = column.flatMap((id) => slideOf(id) ?? [])
    if (stacked.length === 0) return []
    const stack = stacked.map(({ parentElement }) => parentElement).find((one) => isFreeStack(one, slides, used))
    const outer = stack ?? document.createElement('section')
    used.add(outer)
    place(outer, stacked)
    return outer
  })
  place(slides, columns)
}

function isFreeStack(element: Element | null, slides: Element, used: ReadonlySet<Element>): element is HTMLElement {
  return element?.localName === 'section' && element.parentElement === slides && !used.has(element)
}

function place(parent: Element, sections: readonly Element[]): void {
  const wanted = new Set(sections)
  let cursor = parent.firstElementChild
  for (const section of sections) {
    while (cursor && cursor.localName === 'section' && !wanted.has(cursor)) cursor = removed(cursor)
    if (cursor === section) cursor = section.nextElementSibling
    else parent.insertBefore(section, cursor)
  }
  for (const child of [...parent.children]) if (child.localName === 'section' && !wanted.has(child)) child.remove()
}

function removed(element: Element): Element | null {
  const next = element.nextElementSibling
  element.remove()
  return next
}

/** Gives each slide its footer and its number: copies of one that another slide shows. */
function setFooters(slides: HTMLElement): void {
  const all = [...slides.querySelectorAll<HTMLElement>(`.${footerClass}`)]
  const model = all.find((footer) => footer.querySelector('.footer-number')) ?? all[0]
  if (!model) return
  for (const [h, column] of slideColumns(slides).entries()) {
    for (const [v, slide] of column.entries()) {
      const own = slide.querySelector(`:scope > .${footerClass}`)
      if (slide.hasAttribute(hideFooterAttribute)) own?.remove()
      const footer = own ?? (model.cloneNode(true) as HTMLElement)
      if (!own && !slide.hasAttribute(hideFooterAttribute)) slide.append(footer)
      const isCounted = slide.getAttribute('data-visibility') !== 'uncounted'
      const number = column.length > 1 || slide.parentElement !== slides ? `${h + 1}.${v + 1}` : String(h + 1)
      footer.querySelector('.footer-number')?.replaceChildren(isCounted ? number : '')
    }
  }
}

function placeOf(slides: HTMLElement, id: string | undefined) {
  for (const [h, column] of slideColumns(slides).entries()) {
    const v = column.findIndex((slide) => slide.getAttribute('data-id') === id)
    if (id !== undefined && v >= 0) return { h, v, f: undefined }
  }
  return null
}
