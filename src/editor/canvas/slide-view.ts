import { editorOf } from '../../blocks/find-editor.ts'
import { blocks } from '../../blocks/index.ts'
import { definitionOf } from '../../document/block-list.ts'
import type { Block, BlockId, Slide } from '../../document/deck-model.ts'
import { frameDeclarations, renderBlock } from '../../document/render-block.ts'
import { sameBesidesText } from '../commands/same-besides-text.ts'
import { fragmentOf } from '../html/markup.ts'
import { morph } from './morph.ts'

/** A slide rendered as elements of a document, updated with minimal changes. */
export interface SlideView {
  /** The slide's section; to be inserted in `.reveal .slides`. */
  readonly section: HTMLElement
  /** Shows a slide. Blocks that are identical objects are not touched. */
  show(slide: Slide): void
  /** Shows these blocks instead of the slide's own or in addition, until the next show or preview. */
  preview(blocks: readonly Block[]): void
  /** Shows a footer below the blocks; '' for none. */
  showFooter(markup: string): void
  /** A block's wrapper; null for blocks in the slide's flow and unknown ids. */
  elementOf(blockId: BlockId): HTMLElement | null
  /** All nodes of a block: its wrapper, or its nodes in the slide's flow. */
  nodesOf(blockId: BlockId): readonly Node[]
  /** Updates everything that depends on the layout, after fonts were loaded. */
  settle(): void
  /** Sets the element being edited, whose content is not updated; null for none. */
  keep(element: Element | null): void
}

interface Drawn {
  block: Block
  /** The rendered markup within the wrapper; unchanged if only the wrapper changed. */
  inner: string
  nodes: readonly Node[]
}

/** Creates the view for a document (canvas or thumbnail). Nothing is drawn until show(). */
export function createSlideView(document: Document): SlideView {
  return new DomSlideView(document)
}

class DomSlideView implements SlideView {
  readonly section: HTMLElement
  readonly #document: Document
  #drawn = new Map<BlockId, Drawn>()
  #slide: Slide | null = null
  #previewed: readonly BlockId[] = []
  #kept: Element | null = null
  #footer: { readonly markup: string; readonly element: Element } | null = null
  /** Blocks drawn since the last layout update. */
  #unsettled = new Set<Drawn>()

  constructor(document: Document) {
    this.#document = document
    this.section = document.createElement('section')
    this.section.className = 'present'
  }

  show(slide: Slide): void {
    if (slide === this.#slide && this.#previewed.length === 0) return
    if (slide.id !== this.#slide?.id) this.#clear()
    if (slide.attributes !== this.#slide?.attributes) this.#showAttributes(slide)
    this.#slide = slide
    this.#previewed = []
    const present = new Set(slide.blocks.map((block) => block.id))
    for (const [id, drawn] of this.#drawn) if (!present.has(id)) this.#remove(id, drawn)
    // Drawn first: markup without a wrapper gets other nodes when it has changed.
    const nodes = slide.blocks.flatMap((block) => this.#draw(block).nodes)
    let next: Node | null = this.#footer ? this.#footer.element.nextSibling : this.section.firstChild
    for (const node of nodes) {
      if (node === next) next = next.nextSibling
      else this.section.insertBefore(node, next)
    }
    this.#settle()
  }

  preview(changed: readonly Block[]): void {
    if (!this.#slide) return
    const ids = changed.map((block) => block.id)
    for (const id of this.#previewed) if (!ids.includes(id)) this.#restore(id)
    this.#previewed = ids
    for (const block of changed) {
      const existed = this.#drawn.has(block.id)
      const { nodes } = this.#draw(block)
      if (!existed) this.section.append(...nodes)
    }
    this.#settle()
  }

  showFooter(markup: string): void {
    if (markup === (this.#footer?.markup ?? '')) return
    this.#footer?.element.remove()
    const element = markup === '' ? null : fragmentOf(markup).firstElementChild
    this.#footer = element && { markup, element: this.#document.importNode(element, true) }
    // First, so that blocks are the last elements of the section, as in the deck's markup.
    if (this.#footer) this.section.prepend(this.#footer.element)
  }

  settle(): void {
    for (const drawn of this.#drawn.values()) this.#unsettled.add(drawn)
    this.#settle()
  }

  #settle(): void {
    for (const { block, nodes } of this.#unsettled) {
      const settle = editorOf(block.type)?.settle
      const [node] = nodes
      if (settle && isElement(node) && node.isConnected) settle(node, block)
    }
    this.#unsettled.clear()
  }

  elementOf(blockId: BlockId): HTMLElement | null {
    const drawn = this.#drawn.get(blockId)
    return drawn && drawn.block.frame !== null ? (drawn.nodes[0] as HTMLElement) : null
  }

  nodesOf(blockId: BlockId): readonly Node[] {
    return this.#drawn.get(blockId)?.nodes ?? []
  }

  keep(element: Element | null): void {
    this.#kept = element
  }

  #draw(block: Block): Drawn {
    const drawn = this.#drawn.get(block.id)
    if (drawn?.block === block) return drawn
    const inner = definitionOf(blocks, block.type)!.render(block)
    if (drawn) {
      this.#update(drawn, block, inner)
      return drawn
    }
    const fresh: Drawn = { block, inner, nodes: this.#nodesFor(block) }
    this.#drawn.set(block.id, fresh)
    this.#unsettled.add(fresh)
    this.#decorateLater(fresh)
    return fresh
  }

  #update(drawn: Drawn, block: Block, inner: string): void {
    const [old, was] = [drawn.nodes[0], drawn.block]
    if (block.frame === null || was.frame === null || !old) {
      const nodes = this.#nodesFor(block)
      const after = drawn.nodes.at(-1)?.nextSibling ?? null
      for (const node of drawn.nodes) node.parentNode?.removeChild(node)
      for (const node of nodes) this.section.insertBefore(node, after)
      drawn.nodes = nodes
    } else if (inner === drawn.inner && sameWrapper(was, block)) {
      placeElement(old as HTMLElement, block)
    } else if (!this.#showsTyping(old, was, block)) {
      morph(old as Element, this.#nodesFor(block)[0] as Element, this.#kept)
    }
    drawn.block = block
    drawn.inner = inner
    this.#unsettled.add(drawn)
    this.#decorateLater(drawn)
  }

  /** Whether the change is typing that the edited element already shows. Then no parsing or comparison is needed. */
  #showsTyping(old: Node, was: Block, block: Block): boolean {
    return this.#kept !== null && old.contains(this.#kept) && sameBesidesText(was, block)
  }

  #nodesFor(block: Block): readonly Node[] {
    const nodes = parsedNodes(block).map((node) => this.#document.importNode(node, true))
    const decorator = editorOf(block.type)?.decorator
    for (const node of nodes) if (decorator && isElement(node) && decorator.isReady(node)) decorator.decorate(node)
    return nodes
  }

  /**
   * Decorates a block once its decorator is loaded. By then the block may have changed; the newer version is
   * decorated separately.
   */
  #decorateLater(drawn: Drawn): void {
    const { block, nodes } = drawn
    const decorator = editorOf(block.type)?.decorator
    for (const node of decorator ? nodes : []) {
      if (!decorator || !isElement(node) || decorator.isReady(node)) continue
      void decorator.load(node).then(
        () => {
          if (drawn.block !== block || !node.isConnected) return
          decorator.decorate(node)
          // The block's size may have changed, so measurements are updated as after the load of a picture.
          node.dispatchEvent(new Event('load'))
        },
        // The block stays undecorated: code without colors, a formula in TeX.
        () => undefined,
      )
    }
  }

  #restore(id: BlockId): void {
    const drawn = this.#drawn.get(id)
    const block = this.#slide?.blocks.find((one) => one.id === id)
    if (block) this.#draw(block)
    else if (drawn) this.#remove(id, drawn)
  }

  #remove(id: BlockId, drawn: Drawn): void {
    for (const node of drawn.nodes) node.parentNode?.removeChild(node)
    this.#drawn.delete(id)
  }

  #clear(): void {
    this.section.replaceChildren(...(this.#footer ? [this.#footer.element] : []))
    this.#drawn = new Map()
    this.#unsettled.clear()
  }

  #showAttributes(slide: Slide): void {
    const own = slide.attributes.class ?? ''
    this.section.className = `present ${own}`.trim()
    this.section.dataset.id = slide.id
    const style = slide.attributes.style
    if (style) this.section.setAttribute('style', style)
    else this.section.removeAttribute('style')
  }
}

/** A check by nodeType: elements of another document are not instances of this window's classes. */
function isElement(node: Node | undefined): node is HTMLElement {
  return node?.nodeType === 1
}

/** Parsed nodes per block version, shared by the canvas, thumbnails and undo. */
const parsed = new WeakMap<Block, readonly Node[]>()

function parsedNodes(block: Block): readonly Node[] {
  const cached = parsed.get(block)
  if (cached) return cached
  const fragment = fragmentOf(renderBlock(block, blocks))
  const nodes = block.frame === null ? [...fragment.childNodes] : [fragment.firstElementChild!]
  parsed.set(block, nodes)
  return nodes
}

/** Whether two versions of a block differ only in their frame and their type's markup. */
function sameWrapper(a: Block, b: Block): boolean {
  return (
    a.name === b.name &&
    a.locked === b.locked &&
    a.fragment === b.fragment &&
    a.classes === b.classes &&
    a.style === b.style &&
    a.attributes === b.attributes
  )
}

/** Positions a block's element by its frame, without touching anything else. */
function placeElement(element: HTMLElement, block: Block): void {
  if (!block.frame) return
  element.style.removeProperty('transform')
  for (const [property, value] of frameDeclarations(block.frame)) element.style.setProperty(property, value)
}
