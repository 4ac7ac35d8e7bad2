import type { Pin } from '../../../document/pins.ts'
import type { Store } from '../../../ui/store.ts'

/** A pin that a page shows on its slides. */
export interface ShownPin {
  readonly key: string
  readonly slideId: string
  readonly pin: Pin
}

/** A block that a comment can be pinned to. */
export interface PinnableBlock {
  readonly id: string
  /** Its first words, or what it is. */
  readonly label: string
}

/** Pins of comments on the slides of a page. */
export interface PagePins {
  /** The words, or the block, that the user has selected on the shown slide. */
  readonly selected: Store<Pin | null>
  /** The keys of shown pins whose words or block are not there. */
  readonly gone: Store<ReadonlySet<string>>
  /** The version of the deck that is shown, where changes of others come late. */
  version?(): number
  /** The blocks of the shown slide. */
  blocks(): Promise<readonly PinnableBlock[]>
  /** Marks these pins, and no others. `current`: the key of the one that stands out. */
  show(pins: readonly ShownPin[], current: string | null): void
  /** Calls the listener with the key of a mark that the user presses; returns a function that unsubscribes. */
  onPress(listener: (key: string) => void): () => void
}

/** Characters of a block's label. */
const labelCharacters = 48

/** A block's label by its text; `kind` for blocks without words. */
export function blockLabel(text: string, kind: string): string {
  const words = text.replace(/\s+/g, ' ').trim()
  if (words === '') return kind
  return words.length > labelCharacters ? `${words.slice(0, labelCharacters - 1).trimEnd()}…` : words
}
