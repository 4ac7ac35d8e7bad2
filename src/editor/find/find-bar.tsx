import { ArrowDown, ArrowUp, CaseSensitive, WholeWord, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Editor } from '../state/editor.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import styles from './find-bar.module.css'
import { findMatches } from './find-matches.ts'
import { changeFind, replaceAll, replaceOne, stepToMatch } from './find-session.ts'
import type { FindState } from './find-state.ts'
import { closeFind } from './open-find.ts'

/** The maximum length of a query. */
const longest = 200

/** '3 of 12', or 'Nothing found'. */
function Count({ find }: { find: FindState }) {
  const deck = useEditor((state) => state.deck)
  const { query, matchCase, wholeWord } = find
  const total = useMemo(
    () => findMatches(deck, { query, matchCase, wholeWord }).length,
    [deck, query, matchCase, wholeWord],
  )
  const text = total === 0 ? 'Nothing found' : `${Math.min(find.at + 1, total)} of ${total}`
  return (
    <output className={styles.count} aria-live="polite">
      {query === '' ? '' : text}
    </output>
  )
}

function pressInField(editor: Editor, event: KeyboardEvent, onEnter: (back: boolean) => void): void {
  if (event.nativeEvent.isComposing) return
  if (event.key === 'Enter') onEnter(event.shiftKey)
  else if (event.key === 'Escape') closeFind(editor)
  else return
  event.preventDefault()
  event.stopPropagation()
}

function FindRow({ find, editor }: { find: FindState; editor: Editor }) {
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field takes the focus at each request
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [find.asked])
  const { query, matchCase, wholeWord } = find
  return (
    <div className={styles.row}>
      <div className={styles.field}>
        <input
          ref={field}
          aria-label="Find"
          placeholder="Find in the deck"
          maxLength={longest}
          value={query}
          onChange={(event) => changeFind(editor.model, { query: event.target.value })}
          onKeyDown={(event) => pressInField(editor, event, (back) => stepToMatch(editor.model, back ? -1 : 1))}
        />
        <Count find={find} />
      </div>
      <IconButton
        label="Match case"
        aria-pressed={matchCase}
        icon={<CaseSensitive size={18} aria-hidden />}
        onClick={() => changeFind(editor.model, { matchCase: !matchCase })}
      />
      <IconButton
        label="Whole words"
        aria-pressed={wholeWord}
        icon={<WholeWord size={18} aria-hidden />}
        onClick={() => changeFind(editor.model, { wholeWord: !wholeWord })}
      />
      <IconButton
        label="Previous match"
        icon={<ArrowUp size={18} aria-hidden />}
        onClick={() => stepToMatch(editor.model, -1)}
      />
      <IconButton
        label="Next match"
        icon={<ArrowDown size={18} aria-hidden />}
        onClick={() => stepToMatch(editor.model, 1)}
      />
      <IconButton label="Close the search" icon={<X size={18} aria-hidden />} onClick={() => closeFind(editor)} />
    </div>
  )
}

function ReplaceRow({ find, editor }: { find: FindState; editor: Editor }) {
  return (
    <div className={styles.row}>
      <div className={styles.field}>
        <input
          aria-label="Replace with"
          placeholder="Replace with"
          maxLength={1000}
          value={find.replacement}
          onChange={(event) => editor.model.show({ find: { ...find, replacement: event.target.value } })}
          onKeyDown={(event) => pressInField(editor, event, () => replaceOne(editor))}
        />
      </div>
      <Button size="s" disabled={find.query === ''} onClick={() => replaceOne(editor)}>
        Replace
      </Button>
      <Button size="s" disabled={find.query === ''} onClick={() => replaceAll(editor)}>
        All
      </Button>
    </div>
  )
}

/** The search bar over all slides and notes, with replacing. Shown while a search is open. */
export function FindBar() {
  const editor = useEditorInstance()
  const find = useEditor((state) => state.find)
  if (!find) return null
  return (
    <search className={styles.bar} aria-label="Find in the deck">
      <FindRow find={find} editor={editor} />
      {find.replaces ? (
        <ReplaceRow find={find} editor={editor} />
      ) : (
        <Button
          variant="quiet"
          size="s"
          className={styles.more}
          onClick={() => editor.model.show({ find: { ...find, replaces: true } })}
        >
          Replace…
        </Button>
      )}
    </search>
  )
}
