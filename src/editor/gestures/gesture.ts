import type { Block, BlockId } from '../../document/deck-model.ts'
import type { Box } from '../geometry/box.ts'
import type { GapMark } from '../geometry/equal-gaps.ts'
import type { Point } from '../geometry/point.ts'
import type { Rect } from '../geometry/rect.ts'
import type { Guide } from '../geometry/snap.ts'
import type { Placement } from '../geometry/viewport.ts'
import type { GestureName } from '../state/editor-state.ts'

/**
 * The pointer's position and the modifier keys. They are read at every step, so keys can be pressed during a drag.
 */
export interface PointerAt {
  /** Slide px. */
  readonly slide: Point
  /** Screen px from the canvas's top left corner. */
  readonly screen: Point
  readonly shift: boolean
  readonly alt: boolean
  /** Command on Apple devices, Ctrl elsewhere. Suspends snapping. */
  readonly mod: boolean
}

/** A running drag, from the threshold to its end. It writes to the deck only in `end`. */
export interface Gesture {
  readonly name: GestureName
  /** The CSS cursor; it may change during the drag. */
  readonly cursor: string
  move(at: PointerAt): void
  end(at: PointerAt): void
  /** Reverts the drag. */
  cancel(): void
}

/** The box of a block. `autoHeight`: its content determines the height. */
export interface PlacedBox {
  readonly box: Box
  readonly autoHeight: boolean
}

/** What a gesture displays while it runs, without changing the deck. In slide px. */
export interface Preview {
  /** Moves blocks by an offset. With `copies` the blocks stay and copies are moved. */
  readonly moved?: { readonly ids: readonly BlockId[]; readonly by: Point; readonly copies: boolean }
  /** Replaces the display of blocks. An unknown id is a block being drawn. */
  readonly blocks?: readonly Block[]
  readonly guides?: readonly Guide[]
  /** Equal gaps and equal sizes, with their numbers. */
  readonly marks?: readonly GapMark[]
  /** The anchors near a connector's end; `held` is the one that it snaps to. */
  readonly anchors?: { readonly points: readonly Point[]; readonly held: Point | null }
  /** The rectangle of the marquee. */
  readonly area?: Rect
  /** Blocks displayed as selected. */
  readonly chosen?: readonly BlockId[]
  /** A short text beside the pointer, such as '320 × 180' or '45°'. */
  readonly readout?: string
}

/** The canvas for gestures. */
export interface GestureSurface {
  placement(): Placement
  /** The rectangle of the whole slide. */
  slideRect(): Rect
  /** The box of a block, with a measured height if its content determines it. Null for blocks in the slide's flow. */
  placed(blockId: BlockId): PlacedBox | null
  /** The boxes of all blocks that have one. */
  allPlaced(): ReadonlyMap<BlockId, PlacedBox>
  /** Replaces the preview. */
  preview(preview: Preview): void
  /** Ends the preview: shows the slide of the deck. */
  clear(): void
}

/** The snapping distance, in screen px. */
export const snapReach = 6

/** The minimum length of a side that a gesture leaves, in slide px. */
export const minSide = 8
