/** A choice that people make from a list. */
export interface Option {
  /** As it is stored and written into the deck. */
  readonly id: string
  readonly title: string
  /** One short sentence. */
  readonly tooltip: string
  /** Not offered any more; decks that have it keep it. */
  readonly deprecated?: true
  /** Only for paid plans. */
  readonly pro?: true
}

/** The options that are still offered. */
export function offered<T extends Option>(options: readonly T[]): readonly T[] {
  return options.filter((option) => !option.deprecated)
}

/** Whether an id stands in a list of options, deprecated ones included. */
export function isOption(options: readonly Option[], id: string): boolean {
  return options.some((option) => option.id === id)
}
