import { HttpError } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { contentRules } from '../decks/content-rules.ts'
import { sanitizeSvgInWorker } from '../sanitize-in-worker.ts'

/**
 * The result of sanitizing a stored SVG again. `refusal`: why it is refused. `final` is false if it exceeded the time
 * or memory limit: another attempt may succeed.
 */
export type ResanitizedSvg =
  | { readonly svg: string; readonly refusal: null }
  | { readonly svg: null; readonly refusal: string; readonly final: boolean }

/** Sanitizes a stored SVG as an upload. Throws 429 if the queue is full. */
export async function resanitizeSvg(services: Services, bytes: Uint8Array): Promise<ResanitizedSvg> {
  try {
    const source = Buffer.from(bytes).toString('utf8')
    return { svg: await sanitizeSvgInWorker(source, contentRules(services.settings, 'free')), refusal: null }
  } catch (error) {
    if (!(error instanceof HttpError) || (error.status !== 422 && error.status !== 413)) throw error
    return { svg: null, refusal: error.message, final: error.status === 422 }
  }
}
