import type { HtmlElement } from './html.ts'
import type { Block, BlockType, Frame } from './types.ts'

/** What the editor may do with a block of a type; panels, handles and menus read it. */
export interface BlockAbilities {
  /** Which sides have handles. `line`: two end points instead of a box. */
  readonly resize: 'box' | 'width' | 'line' | 'none'
  readonly rotate: boolean
  /** Corner drags keep the proportions unless Shift is held (images); otherwise only with Shift. */
  readonly keepsAspect: boolean
  /** Double click, Enter, F2 or typing edits its text in place. */
  readonly editsText: boolean
  readonly fragment: boolean
}

/**
 * One block type, everything about it that runs anywhere. Parse and render are a pair:
 * parse(render(b)) gives b again for every b (tested for each sample).
 * P: the props, plain JSON.
 */
export interface BlockDefinition<P> {
  readonly type: BlockType
  /** 'Text', 'Image' …: as people read it. */
  readonly title: string
  /** Not offered in the block list. */
  readonly hidden: boolean
  readonly abilities: BlockAbilities
  /** The data-l-… attributes that render writes: everything of this form that the sanitizer lets through. */
  readonly dataAttributes: readonly `data-l-${string}`[]
  /** The frame and props of a newly added block. */
  defaults(): { frame: Frame; props: P }
  /**
   * Reads the props from a wrapper element (`div.block[data-block-type]`). Null when the content is not what
   * render writes: the element then becomes a snippet, kept as it came.
   */
  parse(element: HtmlElement): P | null
  /** The wrapper's inner HTML. */
  render(block: Block<P>): string
  /** A block that uses every prop; the laws are tested on it. */
  sample(): Block<P>
}
