import type { Received } from '../../../api/contract.ts'
import type { themesContracts } from '../../../api/themes/contract.ts'

/** Sentences about what the sanitizer removes, by source. */
export interface RemovedSources {
  readonly html: readonly string[]
  readonly css: readonly string[]
}

export const nothingRemoved: RemovedSources = { html: [], css: [] }

type Removed = Received<typeof themesContracts.preview.output>['removed']

/** The sentences of an answer. */
export function removedSources({ html, css }: Removed): RemovedSources {
  return { html: html.map(({ message }) => message), css: css.map(({ message }) => message) }
}
