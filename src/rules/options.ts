/** An entry of a list of choices. */
export interface Option {
  /** The stored value, also written into the deck. */
  readonly id: string
  readonly title: string
  /** One short sentence. */
  readonly tooltip: string
  /** No longer offered; decks that use it keep it. */
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
