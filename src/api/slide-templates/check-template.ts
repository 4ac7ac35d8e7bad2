import { titleOf } from '../../document/slide-title.ts'
import { untitled } from '../../rules/deck-url.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import type { Plan } from '../../rules/plans.ts'
import type { Settings } from '../../server/env.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { contentRules } from '../decks/content-rules.ts'
import { prepareContentInWorker } from '../sanitize-in-worker.ts'

/** A slide checked for use as a template. */
export interface CheckedTemplate {
  readonly html: string
  /** Bytes of the HTML. */
  readonly size: number
  /** The label if the user gives none. */
  readonly title: string
}

/**
 * Sanitizes a slide for use as a template, and drops its notes. Throws 413 if it is too large, 422 if it is not exactly
 * one slide.
 */
export async function checkTemplate(
  html: string,
  settings: Pick<Settings, 'baseUrl' | 'contentUrl'>,
  plan: Plan,
): Promise<CheckedTemplate> {
  if (Buffer.byteLength(html) > limits.slide.bytes) throw new HttpError(413, 'This slide is too large')
  const content = await prepareContentInWorker({ data: html }, contentRules(settings, plan))
  const [slide, ...others] = content?.slides ?? []
  const [stack] = content?.structure?.stacks ?? []
  if (!slide || others.length > 0 || stack?.attributes !== null) throw invalid('html', messages.template.oneSlide)
  return { html: slide.html, size: Buffer.byteLength(slide.html), title: titleOf(slide.html) || untitled }
}
