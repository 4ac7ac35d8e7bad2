import { blocks } from '../../blocks/index.ts'
import { definitionOf } from '../../document/block-list.ts'
import { frameDeclarations, renderBlock } from '../../document/render-block.ts'
import type { Block, BlockId, Slide } from '../../document/types.ts'
import { fragmentOf } from './markup.ts'
import { morph } from './morph.ts'

/** A slide drawn as elements of some document, kept up to date with the least of changes. */
export interface SlideView {
  /** The slide's section; put it inside `.reveal .slides`. */
  readonly section: HTMLElement
  /** Shows this slide. Blocks that are the same objects as before are not touched. */
  show(slide: Slide): void
  /** Shows these blocks instead of (or besides) the slide's own, until the next show or preview. */
  preview(blocks: readonly Block[]): void
  /** A block's wrapper; null for what flows on the slide and for blocks that aren't there. */
  elementOf(blockId: BlockId): HTMLElement | null
  /** All nodes of a block: the wrapper, or what flows. */
  nodesOf(blockId: BlockId): readonly Node[]
  /** The element that is being typed into: its content is left alone. Null: none. */
  keep(element: Element | null): void
}

interface Drawn {
  block: Block
  /** The type's own markup, to know when only the wrapper changed. */
  inner: string
  nodes: readonly Node[]
}

/** A view for a document: the canvas, or a thumbnail. Nothing is drawn until show(). */
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
    let next: Node | null = this.section.firstChild
    for (const block of slide.blocks) {
      for (const node of this.#draw(block).nodes) {
        if (node === next) next = next.nextSibling
        else this.section.insertBefore(node, next)
      }
    }
  }

  preview(changed: readonly Block[]): void {
    if (!this.#slide) return
    const ids = changed.map((block) => block.id)
    for (const id of this.#previewed) if (!ids.includes(id)) this.#restore(id)
    this.#previewed = ids
    for (const block of changed) {
      const known = this.#drawn.has(block.id)
      const { nodes } = this.#draw(block)
      if (!known) this.section.append(...nodes)
    }
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
    } else morph(old as Element, this.#nodesFor(block)[0] as Element, this.#kept)
    drawn.block = block
    drawn.inner = inner
  }

  #nodesFor(block: Block): readonly Node[] {
    return parsedNodes(block).map((node) => this.#document.importNode(node, true))
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
    this.section.replaceChildren()
    this.#drawn = new Map()
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

/** Each state of a block is parsed once, however often it is shown: on the canvas, as a thumbnail, after undo. */
const parsed = new WeakMap<Block, readonly Node[]>()

function parsedNodes(block: Block): readonly Node[] {
  const known = parsed.get(block)
  if (known) return known
  const fragment = fragmentOf(renderBlock(block, blocks))
  const nodes = block.frame === null ? [...fragment.childNodes] : [fragment.firstElementChild!]
  parsed.set(block, nodes)
  return nodes
}

/** Whether two states of a block differ in nothing but frame and what its type draws. */
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

/** Puts a block's element where its frame says, without looking at anything else. */
export function placeElement(element: HTMLElement, block: Block): void {
  if (!block.frame) return
  element.style.removeProperty('transform')
  for (const [property, value] of frameDeclarations(block.frame)) element.style.setProperty(property, value)
}
