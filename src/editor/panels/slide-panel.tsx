import { limits } from '../../rules/limits.ts'
import { offered } from '../../rules/options.ts'
import { backgroundTransitions, transitions } from '../../rules/transitions.ts'
import { setNotes, setSlideAttributes } from '../commands/slide-commands.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { ColorInput } from './field-control.tsx'
import styles from './panel.module.css'
import { PanelGroup } from './panel-group.tsx'

function useAttribute(name: string): [string, (value: string | null, merge?: boolean) => void] {
  const editor = useEditorInstance()
  const value = useEditor(({ deck, slideId }) => deck.slides[slideId]?.attributes[name] ?? '')
  return [
    value,
    (next, merge = false) =>
      editor.apply(setSlideAttributes(editor.getState().slideId, { [name]: next || null }), {
        undo: merge ? 'merge' : 'step',
        label: 'Slide',
        key: `slide-${name}`,
      }),
  ]
}

function Transition(props: { name: string; label: string; options: typeof transitions }) {
  const [value, setValue] = useAttribute(props.name)
  return (
    <label className={styles.row}>
      <span>{props.label}</span>
      <select className={styles.control} value={value} onChange={(event) => setValue(event.target.value)}>
        <option value="">The deck’s</option>
        {offered(props.options).map((option) => (
          <option key={option.id} value={option.id}>
            {option.title}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The speaker's notes of the slide. */
function Notes() {
  const editor = useEditorInstance()
  const notes = useEditor(({ deck, slideId }) => deck.slides[slideId]?.notes ?? '')
  const nearlyFull = notes.length > limits.slide.notes * 0.95
  return (
    <PanelGroup title="Speaker notes">
      <textarea
        className={styles.control}
        aria-label="Speaker notes"
        rows={8}
        maxLength={limits.slide.notes}
        placeholder="What you want to say on this slide"
        value={notes}
        onChange={(event) =>
          editor.apply(setNotes(editor.getState().slideId, event.target.value), { undo: 'merge', label: 'Notes' })
        }
      />
      {nearlyFull && (
        <p className={styles.note} role="status">
          {limits.slide.notes - notes.length} characters left
        </p>
      )}
    </PanelGroup>
  )
}

/** What belongs to the slide as a whole: background, transitions, whether it is shown, notes. */
export function SlidePanel() {
  const [color, setColor] = useAttribute('data-background-color')
  const [visibility, setVisibility] = useAttribute('data-visibility')
  return (
    <>
      <PanelGroup title="Slide">
        <div className={styles.row}>
          <label htmlFor="slide-background">Background</label>
          <ColorInput id="slide-background" label="Background" value={color} onChange={setColor} />
        </div>
        <Transition name="data-transition" label="Transition" options={transitions} />
        <Transition name="data-background-transition" label="Background transition" options={backgroundTransitions} />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={visibility === 'hidden'}
            onChange={(event) => setVisibility(event.target.checked ? 'hidden' : null)}
          />
          <span>Skip this slide when presenting</span>
        </label>
      </PanelGroup>
      <Notes />
    </>
  )
}
