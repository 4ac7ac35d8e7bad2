import { type HelpTopic, helpTopics } from '../../../rules/help-topics.ts'
import { pageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'

/** The topic named by the URL. Throws a 404 if there is none. */
export function loadTopic({ params }: LoadArgs): HelpTopic {
  const topic = helpTopics.find(({ id }) => id === params.topic)
  if (!topic) throw pageError(404)
  return topic
}
