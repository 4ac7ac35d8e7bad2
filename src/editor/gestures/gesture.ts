import type { Block, BlockId } from '../../document/types.ts'
import type { Box } from '../geometry/box.ts'
import type { GapMark } from '../geometry/equal-gaps.ts'
import type { Point } from '../geometry/point.ts'
import type { Rect } from '../geometry/rect.ts'
import type { Guide } from '../geometry/snap.ts'
import type { Placement } from '../geometry/viewport.ts'
import type { GestureName } from '../state/editor-state.ts'

/** Where the pointer is, and which keys are held. They are read anew at every step, so a key may come and go. */
export interface PointerAt {
  /** Slide px. */
  readonly slide: Point
  /** Screen px from the canvas's top left corner. */
  readonly screen: Point
  readonly shift: boolean
  readonly alt: boolean
  /** Command on Apple's machines, Ctrl elsewhere; suspends snapping. */
  readonly mod: boolean
}

/** A drag from the moment it is one (past the threshold) to its end. It writes to the deck at its end, and only then. */
export interface Gesture {
  readonly name: GestureName
  /** The CSS cursor while it runs; it may change on the way. */
  readonly cursor: string
  move(at: PointerAt): void
  end(at: PointerAt): void
  /** Back to how everything was. */
  cancel(): void
}

/** Where a block is, or would be. `autoHeight`: its content decides the height. */
export interface PlacedBox {
  readonly box: Box
  readonly autoHeight: boolean
}

/** What a gesture shows while it runs; nothing of it is in the deck. All in slide px. */
export interface Preview {
  /** These blocks stand elsewhere, in the same size and rotation. With `copies` they stay and copies stand there. */
  readonly moved?: { readonly ids: readonly BlockId[]; readonly by: Point; readonly copies: boolean }
  /** These blocks look like this for now; one whose id is not on the slide is being drawn. */
  readonly blocks?: readonly Block[]
  readonly guides?: readonly Guide[]
  /** Equal gaps and equal sizes, with arrows and their numbers. */
  readonly marks?: readonly GapMark[]
  /** Places where the end of a line can be tied; `held` is the one it would be tied to. */
  readonly docks?: { readonly points: readonly Point[]; readonly held: Point | null }
  /** The marquee. */
  readonly area?: Rect
  /** Blocks shown as if chosen. */
  readonly chosen?: readonly BlockId[]
  /** A few words beside the pointer: '320 × 180', '45°'. */
  readonly readout?: string
}

/** What gestures see of the canvas. */
export interface GestureSurface {
  placement(): Placement
  /** The slide's own rectangle. */
  slideRect(): Rect
  /** Where a block is, its height measured if its content decides it; null for what flows on the slide. */
  placed(blockId: BlockId): PlacedBox | null
  /** The places of all blocks of the slide that have one. */
  allPlaced(): ReadonlyMap<BlockId, PlacedBox>
  /** Shows this instead of what was previewed before. */
  preview(preview: Preview): void
  /** Shows the slide as it is in the deck. */
  clear(): void
}

/** How near, in screen px, something must come to snap. */
export const snapReach = 6

/** The shortest side a gesture leaves, in slide px. */
export const leastSide = 8
