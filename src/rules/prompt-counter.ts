import { limits } from './limits.ts'

/** What a prompt's counter shows: the characters left, and whether it warns (above 95 % of the maximum). */
export interface PromptCounter {
  readonly left: number
  readonly negative: boolean
}

/** The counter of a prompt that holds `length` of at most `max` characters. */
export function promptCounter(length: number, max: number): PromptCounter {
  return { left: max - length, negative: max > 0 && length / max > limits.prompt.counterNegativeAbove }
}
