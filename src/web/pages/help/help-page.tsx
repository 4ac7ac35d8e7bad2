import { useState } from 'react'
import { Link } from 'react-router'
import { findHelp, type HelpTopic, helpPath } from '../../../rules/help-topics.ts'
import { limits } from '../../../rules/limits.ts'
import { product } from '../../../rules/product.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useSite } from '../../data/session-context.tsx'
import styles from './help.module.css'

function Topics({ topics }: { topics: readonly HelpTopic[] }) {
  return (
    <ul className={styles.topics} aria-label="Topics">
      {topics.map((topic) => (
        <li key={topic.id} className={styles.topic}>
          <h2>
            <Link to={helpPath(topic)}>{topic.title}</Link>
          </h2>
          <p>{topic.summary}</p>
        </li>
      ))}
    </ul>
  )
}

/** The list of help topics, with a search. */
export function HelpPage() {
  const [query, setQuery] = useState('')
  const { billing } = useSite()
  const topics = findHelp(query, billing)
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>Help</h1>
        <p>Short answers with pictures, one page a topic.</p>
      </header>
      <search className={styles.search}>
        <TextField name="q" label="Search the help" maxLength={limits.search.term} onChange={setQuery} />
      </search>
      <p className="spoken-only" role="status">
        {query.trim() === '' ? '' : `${topics.length} ${topics.length === 1 ? 'topic' : 'topics'}`}
      </p>
      {topics.length > 0 ? (
        <Topics topics={topics} />
      ) : (
        <p className={styles.none}>No topic has these words. Try fewer letters, or write to us.</p>
      )}
      <p className={styles.ask}>
        Nothing here helps? <Link to="/contact">Contact us</Link>. If you run {product.name} yourself, the message goes
        to your own operator. Programs read the <a href="/api/docs">API's own page</a>.
      </p>
    </div>
  )
}
