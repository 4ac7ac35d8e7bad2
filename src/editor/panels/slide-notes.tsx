import { useId } from 'react'
import { limits } from '../../rules/limits.ts'
import { promptCounter } from '../../rules/prompt-counter.ts'
import { notesLength } from '../../rules/speaker.ts'
import { classNames } from '../../ui/class-names.ts'
import { setNotes } from '../commands/slide-commands.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import styles from './panel.module.css'
import { PanelGroup } from './panel-group.tsx'

/** Hints on how the speaker view shows notes of this length. */
const hints = {
  short: 'Short: shown large while you speak',
  medium: 'Shown in the usual size while you speak',
  long: 'Long: shown small while you speak',
} as const

/** The slide's speaker notes, the remaining length, and how they will be shown. */
export function SlideNotes() {
  const id = useId()
  const { model } = useEditorInstance()
  const notes = useEditor(({ deck, slideId }) => deck.slides[slideId]?.notes ?? '')
  const counter = promptCounter(notes.length, limits.slide.notes)
  return (
    <PanelGroup title="Speaker notes">
      <textarea
        className={styles.control}
        aria-label="Speaker notes"
        aria-describedby={id}
        rows={8}
        maxLength={limits.slide.notes}
        placeholder="What you want to say on this slide"
        value={notes}
        onChange={(event) =>
          model.apply(setNotes(model.getState().slideId, event.target.value), { undo: 'merge', label: 'Speaker notes' })
        }
      />
      <p id={id} className={styles.foot}>
        <span>{notes === '' ? '' : hints[notesLength(notes)]}</span>
        <span className={classNames(styles.counter, counter.negative && styles.error)}>
          {counter.left}
          <span className="spoken-only"> characters left</span>
        </span>
      </p>
    </PanelGroup>
  )
}
