import { useEffect, useRef, useState } from 'react'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { isUntitled, untitled } from '../../../rules/deck-url.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { validateTitle } from '../../../rules/validators.ts'
import styles from './editor-page.module.css'

/** The deck's title in the bar, changed where it stands. An empty one is refused and the last one comes back. */
export function DeckTitle() {
  const { model, services, view } = useEditorInstance()
  const stored = useEditor(({ deck }) => deck.settings.title)
  const title = isUntitled(stored) ? '' : stored
  const [text, setText] = useState(title)
  useEffect(() => setText(title), [title])
  const givenUp = useRef(false)
  const commit = () => {
    const next = givenUp.current ? title : text.trim()
    givenUp.current = false
    if (next === title) return setText(title)
    if (validateTitle(next) === null) {
      return model.apply(setSettings({ title: next }), { undo: 'step', label: 'Title' })
    }
    services.notify(messages.deck.invalidTitle, 'error')
    setText(title)
  }
  return (
    <input
      className={styles.title}
      aria-label="Deck title"
      placeholder={untitled}
      maxLength={limits.deck.title}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') {
          // What was typed is given up, and the keys are the slide's again.
          givenUp.current = true
          event.currentTarget.blur()
          view.focusCanvas()
        }
      }}
    />
  )
}
