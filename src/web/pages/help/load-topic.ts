import { type HelpTopic, helpTopics } from '../../../rules/help-topics.ts'
import { pageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'

/** The topic that an address names. Throws the page for 404 when there is none. */
export function loadTopic({ params }: LoadArgs): HelpTopic {
  const topic = helpTopics.find(({ id }) => id === params.topic)
  if (!topic) throw pageError(404)
  return topic
}
