import { limits } from './limits.ts'

/** State of a prompt's counter: characters left, and whether it warns (above 95 % of the maximum). */
export interface PromptCounter {
  readonly left: number
  readonly negative: boolean
}

export function promptCounter(length: number, max: number): PromptCounter {
  return { left: max - length, negative: max > 0 && length / max > limits.prompt.counterNegativeAbove }
}
