import type { Block } from './deck-model.ts'

/** The fields of a new block besides its id, type, frame and props. */
export const bareBlock = {
  name: '',
  locked: false,
  fragment: null,
  classes: [],
  style: [],
  attributes: [],
} as const satisfies Partial<Block>
