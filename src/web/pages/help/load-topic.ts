import { type HelpTopic, topicsOf } from '../../../rules/help-topics.ts'
import { pageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'

/** The topic named by the URL. Throws a 404 if there is none. */
export function loadTopic({ params, site }: LoadArgs): HelpTopic {
  const topic = topicsOf(site.billing).find(({ id }) => id === params.topic)
  if (!topic) throw pageError(404)
  return topic
}
