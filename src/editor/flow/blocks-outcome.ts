import type { Deck, SlideId } from '../../document/deck-model.ts'

/** The result of 'Turn into blocks'. */
export interface BlocksOutcome {
  /** How many are blocks now. */
  readonly count: number
  /** Those that would look different as blocks. */
  readonly kept: readonly SlideId[]
  /** Those that were edited while they were converted. */
  readonly edited: readonly SlideId[]
}

/** The numbers of slides in the list, as words. */
function numbered(deck: Deck, ids: readonly SlideId[]): string {
  const numbers = deck.stacks.flatMap(({ slides }, h) =>
    slides.flatMap((id, v) => (ids.includes(id) ? [v === 0 ? `${h + 1}` : `${h + 1}.${v + 1}`] : [])),
  )
  const shown = numbers.length > 8 ? [...numbers.slice(0, 7), `${numbers.length - 7} more`] : numbers
  const last = shown.at(-1)!
  return shown.length === 1 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`
}

/** Which slides stay, and why; [] if none do. */
function stay(deck: Deck, ids: readonly SlideId[], reason: (they: string, were: string) => string): string[] {
  if (ids.length === 0) return []
  const who = numbered(deck, ids)
  return [
    ids.length === 1
      ? `Slide ${who} stays as it is, since ${reason('it', 'was')}`
      : `Slides ${who} stay as they are, since ${reason('they', 'were')}`,
  ]
}

/** The result as sentences. `isOne`: only one slide was converted. */
export function outcome(deck: Deck, { count, kept, edited }: BlocksOutcome, isOne: boolean): string {
  if (isOne && kept.length > 0) return 'The slide stays as it is, since it would look different as blocks'
  if (isOne && edited.length > 0) return 'The slide stays as it is, since it was edited meanwhile'
  const stays = [
    ...stay(deck, kept, (they) => `${they} would look different as blocks`),
    ...stay(deck, edited, (they, were) => `${they} ${were} edited meanwhile`),
  ]
  const turned = count === 1 ? 'One slide was turned into blocks' : `${count} slides were turned into blocks`
  return [...(count > 0 || stays.length === 0 ? [turned] : []), ...stays].join('. ')
}
