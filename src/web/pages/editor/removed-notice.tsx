import { useEffect, useState } from 'react'
import type { ReadHtml } from '../../../editor/html/read-html.ts'
import styles from './html-dialogs.module.css'

/** Debounce of the check, in ms. */
const debounce = 500
/** Length in characters above which the text is checked only on save: the check would block typing. */
const maxChecked = 300_000
/** Number of messages listed; the rest are counted. */
const maxListed = 5

/**
 * Below a text field: lists the markup that would be removed on save, or why it cannot be saved. Updated while the user
 * types, debounced.
 */
export function RemovedNotice({ text, read }: { text: string; read: (text: string) => ReadHtml<unknown> }) {
  const [shown, setShown] = useState<ReadHtml<unknown> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is a new function on every render, with the same behavior
  useEffect(() => {
    const timer = setTimeout(() => setShown(text.length > maxChecked ? null : read(text)), debounce)
    return () => clearTimeout(timer)
  }, [text])
  if (text.length > maxChecked)
    return <p className={styles.notice}>This is much: it is looked through when you save.</p>
  const sentences =
    shown === null
      ? []
      : 'refused' in shown
        ? [shown.refused]
        : [...new Set(shown.removed.map((removal) => removal.message))]
  return (
    <div className={styles.notice} role="status">
      {sentences.length === 0 ? (
        <p>Everything in it can be kept.</p>
      ) : (
        <>
          <p className={styles.warning}>
            {shown && 'refused' in shown ? 'This can’t be saved yet:' : 'This is taken out when you save:'}
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
