import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { ThemeSnippet } from '../../../../rules/theme-snippets.ts'
import { SearchBox } from '../../../../ui/form/search-box.tsx'
import { EmptyNotice } from '../../../../ui/notice.tsx'
import styles from './insert-snippet-dialog.module.css'

/** Props of SnippetList. */
export interface SnippetListProps {
  /** Begins the ids of its parts. */
  readonly id: string
  readonly shown: readonly ThemeSnippet[]
  readonly chosen: ThemeSnippet | null
  readonly term: string
  /** The field that is typed into. */
  readonly field: RefObject<HTMLInputElement | null>
  onSearch(term: string): void
  onChoose(snippet: ThemeSnippet): void
  /** Enter: the chosen one it is. */
  onGo(event: KeyboardEvent): void
}

/** The theme's snippets by name. One types to find one; the arrow keys choose, and Enter goes on with it. */
export function SnippetList(props: SnippetListProps) {
  const { id, shown, chosen, term, field, onSearch, onChoose, onGo } = props
  const list = useRef<HTMLDivElement>(null)
  const at = chosen ? shown.indexOf(chosen) : -1
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined && shown.length > 0) {
      event.preventDefault()
      onChoose(shown[(at + by + shown.length) % shown.length]!)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) onGo(event)
  }
  return (
    <div className={styles.names}>
      <SearchBox
        label="Search snippets"
        field={field}
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
        value={term}
        onChange={onSearch}
        onKeyDown={press}
      />
      <div ref={list} id={`${id}-list`} className={styles.list} role="listbox" aria-label="Snippets" tabIndex={-1}>
        {shown.map((snippet, index) => (
          // The keys are the field's: the names themselves never have the focus.
          <div
            key={snippet.title}
            id={`${id}-${index}`}
            className={styles.name}
            role="option"
            aria-selected={snippet === chosen}
            tabIndex={-1}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(snippet)}
            onKeyDown={undefined}
          >
            {snippet.title}
          </div>
        ))}
      </div>
      {shown.length === 0 && <EmptyNotice title="No snippet is called that" />}
    </div>
  )
}
