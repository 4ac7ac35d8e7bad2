import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link, useLoaderData } from 'react-router'
import { type HelpTopic, helpPath, topicsOf } from '../../../rules/help-topics.ts'
import { Article } from '../../../ui/article.tsx'
import { useSite } from '../../data/session-context.tsx'
import { helpContents } from './contents.ts'
import styles from './help.module.css'
import type { loadTopic } from './load-topic.ts'

/** Links to the previous topic, the next one and the list. */
function Neighbors({ topic }: { topic: HelpTopic }) {
  const topics = topicsOf(useSite().billing)
  const at = topics.findIndex(({ id }) => id === topic.id)
  const [previous, next] = [topics[at - 1], topics[at + 1]]
  return (
    <nav className={styles.neighbors} aria-label="Other topics">
      {previous && (
        <Link to={helpPath(previous)}>
          <ArrowLeft aria-hidden="true" /> {previous.title}
        </Link>
      )}
      <Link to="/help">All topics</Link>
      {next && (
        <Link to={helpPath(next)}>
          {next.title} <ArrowRight aria-hidden="true" />
        </Link>
      )}
    </nav>
  )
}

/** One topic of the help. */
export function TopicPage() {
  const topic = useLoaderData<typeof loadTopic>()
  return (
    <>
      <Article key={topic.id} title={topic.title} lead={topic.summary} sections={helpContents[topic.id] ?? []} />
      <Neighbors topic={topic} />
    </>
  )
}
