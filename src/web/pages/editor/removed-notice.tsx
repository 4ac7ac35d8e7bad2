import { useEffect, useState } from 'react'
import type { ReadHtml } from '../../../editor/html/read-html.ts'
import styles from './html-dialogs.module.css'

/** A pause in writing after which the markup is looked through, in ms. */
const pause = 500
/** Larger texts are looked through only when they are saved: it would keep the keys waiting. */
const largest = 300_000
/** As many are listed; the rest is counted. */
const listed = 5

/** Under a text: what of it can't be kept, or why it can't be saved at all. Follows the writing at a distance. */
export function RemovedNotice({ text, read }: { text: string; read: (text: string) => ReadHtml<unknown> }) {
  const [shown, setShown] = useState<ReadHtml<unknown> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reader is made anew at each turn and always reads the same
  useEffect(() => {
    const timer = setTimeout(() => setShown(text.length > largest ? null : read(text)), pause)
    return () => clearTimeout(timer)
  }, [text])
  if (text.length > largest) return <p className={styles.notice}>This is much: it is looked through when you save.</p>
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
            {sentences.slice(0, listed).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {sentences.length > listed && <p>And {sentences.length - listed} more.</p>}
        </>
      )}
    </div>
  )
}
