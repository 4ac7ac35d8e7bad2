import { useEffect, useRef, useState } from 'react'
import { setSettings } from '../../../editor/commands/settings-commands.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { isUntitled, shownTitle, untitled } from '../../../rules/deck-url.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { validateTitle } from '../../../rules/validators.ts'
import { fullTitle } from '../../frame/full-title.ts'
import styles from './editor-page.module.css'

/** The deck's title, editable in the bar. An empty title is refused and the previous one restored. */
export function DeckTitle() {
  const { model, services, view } = useEditorInstance()
  const stored = useEditor(({ deck }) => deck.settings.title)
  const title = isUntitled(stored) ? '' : stored
  const [text, setText] = useState(title)
  useEffect(() => setText(title), [title])
  const discarded = useRef(false)
  const commit = () => {
    const next = discarded.current ? title : text.trim()
    discarded.current = false
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
          // Discards the typed text and returns the focus to the slide.
          discarded.current = true
          event.currentTarget.blur()
          view.focusCanvas()
        }
      }}
    />
  )
}

/** Updates the browser tab's title with the deck's, in the server's format. */
export function TabTitle({ siteName }: { siteName: string }) {
  const title = useEditor(({ deck }) => deck.settings.title)
  const first = useRef(true)
  useEffect(() => {
    // A new deck keeps its page's title until it gets its own.
    if (!first.current) document.title = fullTitle(shownTitle(title), siteName)
    first.current = false
  }, [title, siteName])
  return null
}
