import type { Block, BlockType, Frame } from './deck-model.ts'
import type { HtmlElement } from './html.ts'

/** What the editor may do with a block type; used by panels, handles and menus. */
export interface BlockCapabilities {
  /** Where resize handles are. `line`: two end points instead of a box. */
  readonly resize: 'box' | 'width' | 'line' | 'none'
  readonly rotate: boolean
  /** Corner drags keep the aspect ratio unless Shift is held (images); otherwise only with Shift. */
  readonly keepsAspect: boolean
  /** Double click, Enter, F2 or typing start text editing. */
  readonly editsText: boolean
  readonly fragment: boolean
}

/**
 * The part of a block type that runs in both server and browser. Parse and render are inverse: parse(render(b)) equals
 * b (tested for each sample). P: the props, plain JSON.
 */
export interface BlockDefinition<P> {
  readonly type: BlockType
  /** Display name: 'Text', 'Image'. */
  readonly title: string
  /** Hidden in the block list. */
  readonly hidden: boolean
  /** Added from the menu 'More' only; the bar has no room for every type. */
  readonly isRare?: true
  readonly capabilities: BlockCapabilities
  /** The data-l-… attributes that render writes; the sanitizer allows no others. */
  readonly dataAttributes: readonly `data-l-${string}`[]
  /**
   * Tag names of elements that render generates from the props (a chart's drawing). Their attributes and content may
   * differ in the source, since a later version may draw them differently.
   */
  readonly derived?: readonly string[]
  /**
   * The props that are texts, whose changes by two people are merged. `rich`: HTML; it is replaced as a whole where its
   * markup is not that of an edited text.
   */
  readonly texts?: Readonly<Record<string, 'rich' | 'plain'>>
  /** Frame and props of a new block. */
  defaults(): { frame: Frame; props: P }
  /**
   * Parses the props from a wrapper element (`div.block[data-block-type]`). Null if the content differs from what
   * render writes: the element then becomes a snippet with its original markup.
   */
  parse(element: HtmlElement): P | null
  /** The wrapper's inner HTML. */
  render(block: Block<P>): string
  /** A block that uses every prop, for the tests. */
  sample(): Block<P>
}
