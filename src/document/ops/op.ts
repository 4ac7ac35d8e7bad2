import type { Block, BlockId, SlideId } from '../deck-model.ts'
import type { Structure } from '../structure.ts'
import type { TextDelta } from './text-delta.ts'

/**
 * One change of a deck, as plain JSON. The changes of a batch concern different parts of a deck: each part has at most
 * one.
 */
export type Op = StructureOp | SettingOp | SlideOp

/** Slides were added, deleted or moved, or the markup between them changed. `from` is needed to merge. */
export interface StructureOp {
  readonly kind: 'structure'
  readonly from: Structure
  readonly to: Structure
}

export interface SettingOp {
  readonly kind: 'setting'
  readonly name: string
  readonly value: unknown
}

/** A change of one slide. */
export type SlideOp = PutSlide | DropSlide | CheckSlide | SlidePartOp

/** A new slide, or one that is replaced as a whole. */
export interface PutSlide {
  readonly kind: 'put-slide'
  readonly slide: SlideId
  readonly html: string
  readonly notes: string
}

/** A deleted slide. A batch with one has a StructureOp too. */
export interface DropSlide {
  readonly kind: 'drop-slide'
  readonly slide: SlideId
}

/** Says what HTML the operations before it must have made of a slide (contentHash): else the decks differ. */
export interface CheckSlide {
  readonly kind: 'check-slide'
  readonly slide: SlideId
  readonly hash: string
}

/** A change of a part of a slide that both versions have. */
export type SlidePartOp = AttributeOp | NotesOp | BlocksOp | BlockOp

/** An attribute of the section; null removes it. */
export interface AttributeOp {
  readonly kind: 'attribute'
  readonly slide: SlideId
  readonly name: string
  readonly value: string | null
}

export interface NotesOp {
  readonly kind: 'notes'
  readonly slide: SlideId
  readonly delta: TextDelta
}

/** Blocks were added, deleted or reordered. */
export interface BlocksOp {
  readonly kind: 'blocks'
  readonly slide: SlideId
  readonly from: readonly BlockId[]
  readonly to: readonly BlockId[]
  readonly added: readonly Block[]
}

/** A change of one field of a block (see block-fields.ts). */
export type BlockOp = SetField | EditText

/** A new value. Without `value` the field is removed. */
export interface SetField {
  readonly kind: 'set'
  readonly slide: SlideId
  readonly block: BlockId
  readonly field: string
  readonly value?: unknown
}

/** A change within a text that the block's type declares (BlockDefinition.texts). */
export interface EditText {
  readonly kind: 'text'
  readonly slide: SlideId
  readonly block: BlockId
  readonly field: string
  readonly delta: TextDelta
}

/** The part of a deck that an operation changes: a batch has at most one operation with the same key. */
export function partOf(op: Op): string {
  switch (op.kind) {
    case 'structure':
      return 'structure'
    case 'setting':
      return `setting ${op.name}`
    case 'put-slide':
    case 'drop-slide':
      return `slide ${op.slide}`
    case 'attribute':
      return `attribute ${op.slide} ${op.name}`
    case 'check-slide':
    case 'notes':
    case 'blocks':
      return `${op.kind} ${op.slide}`
    default:
      return `field ${op.slide} ${op.block} ${op.field}`
  }
}
