import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link, useLoaderData } from 'react-router'
import { type HelpTopic, helpPath, helpTopics } from '../../../rules/help-topics.ts'
import { Article } from '../../../ui/article.tsx'
import { helpContents } from './contents.ts'
import styles from './help.module.css'
import type { loadTopic } from './load-topic.ts'

/** The topics before and after this one, and the way back to all of them. */
function Neighbors({ topic }: { topic: HelpTopic }) {
  const at = helpTopics.findIndex(({ id }) => id === topic.id)
  const [before, after] = [helpTopics[at - 1], helpTopics[at + 1]]
  return (
    <nav className={styles.neighbors} aria-label="Other topics">
      {before && (
        <Link to={helpPath(before)}>
          <ArrowLeft aria-hidden="true" /> {before.title}
        </Link>
      )}
      <Link to="/help">All topics</Link>
      {after && (
        <Link to={helpPath(after)}>
          {after.title} <ArrowRight aria-hidden="true" />
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
