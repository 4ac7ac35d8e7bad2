/** Why a block could not be rendered. */
export type BlockFailure = 'code-failed' | 'math-failed'

/** The running deck's API for blocks. */
export interface BlockStage {
  /** Calls back with the slide's element whenever a slide is entered or a fragment changes. */
  onStep(listener: (slide: HTMLElement) => void): void
  /**
   * Calls back with true when the deck is paused or shows its overview, at once if it does already, and with false when it
   * continues.
   */
  onRest(listener: (resting: boolean) => void): void
  /** Whether only the presenter sees it: sound is off there. */
  readonly isPrivate: boolean
  fail(failure: BlockFailure): void
}

/** The player's part of a block type, beyond its markup and styles. */
export interface BlockPlayer {
  /** Selector of its elements. */
  readonly selector: string
  /** Runs before reveal.js starts: fragments that a block adds must exist by then. */
  readonly prepare?: (elements: readonly HTMLElement[]) => void
  /** Loads its code, only in decks with such blocks, and returns the function that renders all of them. */
  readonly load: () => Promise<(elements: readonly HTMLElement[], stage: BlockStage) => void | Promise<void>>
  /** Error code reported to the page around the deck if loading fails. */
  readonly failure: BlockFailure | null
}
