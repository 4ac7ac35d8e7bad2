/** The address of a theme's sample deck, with the sandbox of its frame. */
export interface SampleFrame {
  readonly url: string
  /** Origin of its messages; 'null' for an opaque origin. */
  readonly origin: string
  readonly ownOrigin: boolean
  readonly sandbox: string
}

type FindFrame = (themeId: number, slideSize?: string) => Promise<SampleFrame | null>

/** The frames of themes' sample decks. The API's routes exist before the parts that show decks are joined. */
export interface SampleFrames {
  /** Null for unknown themes, and on servers that show no decks. `slideSize`: instead of the theme's. */
  of(themeId: number, slideSize?: string): Promise<SampleFrame | null>
  /** Called once by the parts that show decks. */
  provide(find: FindFrame): void
}

export function createSampleFrames(): SampleFrames {
  let found: FindFrame = async () => null
  return {
    of: (themeId, slideSize) => found(themeId, slideSize),
    provide: (find) => {
      found = find
    },
  }
}
