import styles from './removed-list.module.css'

/** Number of messages listed; the rest are counted. */
const maxListed = 5

/** Props of RemovedList. */
export interface RemovedListProps {
  /** What the sanitizer removes, each as a sentence. */
  readonly removed: readonly string[]
  /** Whether these are the reasons why it cannot be saved at all. */
  readonly isRefused?: boolean
  /** Shown if nothing is removed. */
  readonly empty?: string
}

/** Below a source: what is removed from it on save. */
export function RemovedList({ removed, isRefused = false, empty }: RemovedListProps) {
  const sentences = [...new Set(removed)]
  return (
    <div className={styles.notice} role="status">
      {sentences.length === 0 ? (
        empty && <p>{empty}</p>
      ) : (
        <>
          <p className={styles.warning}>
            {isRefused ? 'This can’t be saved yet:' : 'This is taken out when you save:'}
          </p>
          <ul>
            {sentences.slice(0, maxListed).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {sentences.length > maxListed && <p>And {sentences.length - maxListed} more.</p>}
        </>
      )}
    </div>
  )
}
