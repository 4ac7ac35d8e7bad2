/** An entry of a list of choices. */
export interface Option {
  /** The value that is stored and written into the deck's HTML. */
  readonly id: string
  readonly title: string
  /** One short sentence. */
  readonly tooltip: string
  /** Set if the editor no longer offers the option. Decks that use it keep it. */
  readonly deprecated?: true
  /** Only for paid plans. */
  readonly pro?: true
}

/** The options that are not deprecated. */
export function offered<T extends Option>(options: readonly T[]): readonly T[] {
  return options.filter((option) => !option.deprecated)
}

/** Whether a list contains an option, including deprecated ones. */
export function isOption(options: readonly Option[], id: string): boolean {
  return options.some((option) => option.id === id)
}
