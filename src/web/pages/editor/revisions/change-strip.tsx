import { SlideThumbnail } from '../../../../editor/slide-list/slide-thumbnail.tsx'
import { useEditor } from '../../../../editor/state/use-editor.ts'
import { classNames } from '../../../../ui/class-names.ts'
import type { SlideChange } from './revision-changes.ts'
import styles from './revisions-dialog.module.css'

const kindLabels = { added: 'added', changed: 'changed', removed: 'removed', moved: 'moved' } as const

/** Maximum number of thumbnails. */
const maxThumbnails = 60

/** Thumbnails of the slides that a revision changed. */
export function ChangeStrip({ changes }: { changes: readonly SlideChange[] | 'failed' | null }) {
  const settings = useEditor(({ deck }) => deck.settings)
  if (changes === 'failed') return <p className={styles.note}>What changed could not be loaded</p>
  if (changes === null) return <p className={styles.note}>Looking for what changed…</p>
  if (changes.length === 0) return <p className={styles.note}>No slide differs from the revision before</p>
  return (
    <ol className={styles.strip} aria-label="Slides that changed">
      {changes.slice(0, maxThumbnails).map(({ kind, slide, number }) => (
        <li key={slide.id} className={classNames(styles.change, styles[kind])}>
          <span className={styles.picture}>
            <SlideThumbnail slide={slide} settings={settings} />
          </span>
          <span>
            {number} <b>{kindLabels[kind]}</b>
          </span>
        </li>
      ))}
      {changes.length > maxThumbnails && <li className={styles.note}>and {changes.length - maxThumbnails} more</li>}
    </ol>
  )
}
