import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { newSlide } from '../../../../document/new-slide.ts'
import { showsNothing, snippetFields } from '../../../../document/snippet-template.ts'
import { insertSnippet, snippetBlock, snippetHtml } from '../../../../editor/actions/insert-snippet.ts'
import { SlideThumbnail } from '../../../../editor/slide-list/slide-thumbnail.tsx'
import type { Editor } from '../../../../editor/state/editor.ts'
import { useEditor, useEditorInstance } from '../../../../editor/state/use-editor.ts'
import { openThemes } from '../../../../editor/themes/open-themes.ts'
import { limits } from '../../../../rules/limits.ts'
import { builtInSnippets, numberedTitles, type ThemeSnippet } from '../../../../rules/theme-snippets.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useStore } from '../../../../ui/store.ts'
import { useOpening } from '../../../../ui/use-opening.ts'
import styles from './insert-snippet-dialog.module.css'
import { SnippetFields } from './snippet-fields.tsx'
import { SnippetList } from './snippet-list.tsx'

type Values = Readonly<Record<string, string>>

/** The snippet's HTML with the values filled in, or the message why it is refused. */
function filled(editor: Editor, snippet: ThemeSnippet, values: Values): { html: string } | { refused: string } {
  try {
    return { html: snippetHtml(editor, snippet.template, values) }
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) }
  }
}

/** A thumbnail of the chosen snippet, in the deck's colors and fonts. */
function Preview({ html }: { html: string }) {
  const settings = useEditor(({ deck }) => deck.settings)
  const slide = useMemo(() => {
    const block = snippetBlock(html)
    return newSlide([{ ...block, frame: { ...block.frame!, y: 220 } }])
  }, [html])
  return (
    <div className={styles.preview} data-part="snippet-preview">
      <SlideThumbnail slide={slide} settings={settings} />
    </div>
  )
}

function Chosen({ snippet, values, onChange, onSubmit }: ChosenProps) {
  const editor = useEditorInstance()
  const result = filled(editor, snippet, values)
  const empty = 'html' in result && showsNothing(result.html)
  return (
    <form
      className={styles.chosen}
      aria-label={snippet.title}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Preview html={'html' in result ? result.html : ''} />
      <p className={styles.note} role="status">
        {'refused' in result ? result.refused : empty ? 'Select the words that it is for first.' : ''}
      </p>
      <SnippetFields fields={snippetFields(snippet.template)} {...{ values, onChange }} />
      <button type="submit" hidden tabIndex={-1} />
    </form>
  )
}

interface ChosenProps {
  readonly snippet: ThemeSnippet
  readonly values: Values
  onChange(label: string, value: string): void
  onSubmit(): void
}

function useSnippets(): {
  readonly shown: readonly ThemeSnippet[]
  readonly term: string
  readonly chosen: ThemeSnippet | null
  search(term: string): void
  choose(snippet: ThemeSnippet): void
} {
  const [term, setTerm] = useState('')
  const [title, setTitle] = useState<string | null>(null)
  const themeId = useEditor(({ deck }) => deck.settings.theme_id)
  const theme = useStore(openThemes).get(themeId ?? 0)
  const words = term.toLowerCase().split(/\s+/)
  // Titles name the snippets in the list.
  const all = numberedTitles([...(theme?.snippets ?? []), ...builtInSnippets])
  const shown = all.filter((one) => words.every((word) => one.title.toLowerCase().includes(word)))
  const chosen = shown.find((one) => one.title === title) ?? shown[0] ?? null
  return { shown, term, chosen, search: setTerm, choose: (snippet) => setTitle(snippet.title) }
}

function Opened({ open }: { open: boolean }) {
  const editor = useEditorInstance()
  const id = useId()
  const { shown, term, chosen, search, choose } = useSnippets()
  const [values, setValues] = useState<Values>({})
  const field = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const close = () => editor.model.show({ dialog: null })
  const insert = () => {
    if (!chosen) return
    const result = filled(editor, chosen, values)
    if ('refused' in result || showsNothing(result.html)) return
    insertSnippet(editor, chosen.template, values)
    close()
  }
  /** Enter in the search focuses the snippet's first field, or inserts a snippet that has none. */
  const submitSearch = (event: KeyboardEvent) => {
    event.preventDefault()
    const firstField = body.current?.querySelector<HTMLElement>('form input, form textarea')
    if (firstField) firstField.focus()
    else insert()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      size="m"
      title="Insert snippet"
      description="Ready-made pieces in the colors and fonts of this deck."
      initialFocus={field}
      returnsFocus={() => {
        editor.view.text?.focus()
        editor.view.focusCanvas()
        return false
      }}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" disabled={chosen === null} onClick={insert}>
            Insert
          </Button>
        </>
      }
    >
      <div ref={body} className={styles.columns}>
        <SnippetList {...{ id, shown, term, chosen, field }} onSearch={search} onChoose={choose} onGo={submitSearch} />
        {chosen && (
          <Chosen
            key={chosen.title}
            snippet={chosen}
            values={values}
            onChange={(label, value) => setValues((all) => ({ ...all, [label]: value.slice(0, limits.snippet.value) }))}
            onSubmit={insert}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Inserts a snippet after its fields were filled in. */
export function InsertSnippetDialog() {
  const open = useEditor((state) => state.dialog === 'insert-snippet')
  const opening = useOpening(open)
  return opening === 0 ? null : <Opened key={opening} open={open} />
}
