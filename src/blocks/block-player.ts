/** Why a block could not do what it does when shown. */
export type BlockFailure = 'code-failed' | 'math-failed'

/** The running deck, as far as blocks take part in it. */
export interface BlockStage {
  /** Calls back with the slide's element whenever a slide is reached or one of its fragments appears or goes. */
  onStep(listener: (slide: HTMLElement) => void): void
  fail(failure: BlockFailure): void
}

/** What a type of block does when a deck is shown, beyond standing there. */
export interface BlockPlayer {
  /** The elements it is about. */
  readonly selector: string
  /** Runs before the player starts: steps that a block adds to its slide must be there by then. */
  readonly prepare?: (elements: readonly HTMLElement[]) => void
  /** Loads what is needed, only in decks that have such blocks, and gives what is done with them. */
  readonly load: () => Promise<(elements: readonly HTMLElement[], stage: BlockStage) => void>
  /** What the page around the deck is told when loading fails. */
  readonly failure: BlockFailure | null
}
