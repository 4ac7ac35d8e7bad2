import { blockDataAttributes } from '../../../blocks/index.ts'
import { type SanitizeOptions, sanitize } from '../../../document/sanitize/sanitize.ts'
import { SanitizeError } from '../../../document/sanitize/sanitize-error.ts'
import { limits } from '../../../rules/limits.ts'
import type { ReadMedia } from '../process/reader.ts'
import type { MediaCollector } from './collect-media.ts'

/** Most remarks on markup beside the slides. */
const mostRemarks = 10

/** How markup of a foreign page is sanitized. */
export const pageSanitizing = (context: SanitizeOptions['context']): SanitizeOptions => ({
  ...{ context, customClasses: true, mediaHosts: [], appHosts: [], blockAttributes: blockDataAttributes },
})

/** The markup beside the slides of a page, such as a logo, for their theme. */
interface PartsBeside {
  /** '' if there is nothing, or none of it is kept. */
  readonly text: string
  readonly media: readonly ReadMedia[]
  /** What the author should know of it. */
  readonly remarks: readonly string[]
}

const leftOut = (reason: string): PartsBeside => ({
  ...{ text: '', media: [], remarks: [`What stands beside the slides was left out: ${reason}`] },
})

/** Sanitizes what stands beside the slides. `hasTheme`: whether the page has styles, and so a theme that can have it. */
export async function partsBeside(html: string, media: MediaCollector, hasTheme: boolean): Promise<PartsBeside> {
  if (html.trim() === '') return { text: '', media: [], remarks: [] }
  try {
    const clean = sanitize(html, pageSanitizing('theme-html'))
    const kept = clean.html.trim()
    if (kept !== '' && !hasTheme) return leftOut('the page has no styles for it')
    // A theme with more markup would be refused, with its styles.
    if (Buffer.byteLength(kept) > limits.theme.htmlBytes) return leftOut('it is too large for a theme')
    const taken = await media.take(kept)
    const remarks = [...new Set(clean.removed.map(({ message }) => `Beside the slides: ${message}`))]
    return { ...taken, remarks: remarks.slice(0, mostRemarks) }
  } catch (error) {
    if (!(error instanceof SanitizeError)) throw error
    return leftOut(error.message)
  }
}
