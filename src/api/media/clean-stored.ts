import { HttpError } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { cleanDrawingAside } from '../clean-aside.ts'
import { contentRules } from '../decks/content-rules.ts'

/**
 * What today's sanitizer makes of a stored drawing. `refusal`: why it takes nothing of it. `final` false: it took too long
 * or too much memory, which another try may not.
 */
export type CleanedDrawing =
  | { readonly svg: string; readonly refusal: null }
  | { readonly svg: null; readonly refusal: string; readonly final: boolean }

/** Cleans a stored drawing as an upload of it would be. Throws 429 when too many wait already. */
export async function cleanStored(services: Services, bytes: Uint8Array): Promise<CleanedDrawing> {
  try {
    const source = Buffer.from(bytes).toString('utf8')
    return { svg: await cleanDrawingAside(source, contentRules(services.settings, 'free')), refusal: null }
  } catch (error) {
    if (!(error instanceof HttpError) || (error.status !== 422 && error.status !== 413)) throw error
    return { svg: null, refusal: error.message, final: error.status === 422 }
  }
}
