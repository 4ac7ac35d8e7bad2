import type { BlockId, SlideId } from '../../document/deck-model.ts'
import type { Command } from '../commands/command.ts'

/** What the check looks for, in the order in which a slide's findings are listed. */
export type FindingKind =
  | 'overflow'
  | 'contrast'
  | 'size'
  | 'alt'
  | 'picture'
  | 'font'
  | 'link'
  | 'placeholder'
  | 'video'

/** A change that settles a finding in one undo step. */
export interface Fix {
  /** What it does, and the label of the undo step: 'Remove the link'. */
  readonly label: string
  readonly command: Command
}

/** Something to look at before presenting. */
export interface Finding {
  readonly kind: FindingKind
  readonly slideId: SlideId
  /** Null: the slide's background. */
  readonly blockId: BlockId | null
  readonly message: string
  /** Null: only the author can settle it. */
  readonly fix: Fix | null
}
