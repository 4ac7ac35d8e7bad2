import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { ThemeSnippet } from '../../../../rules/theme-snippets.ts'
import { SearchBox } from '../../../../ui/form/search-box.tsx'
import { EmptyNotice } from '../../../../ui/notice.tsx'
import styles from './insert-snippet-dialog.module.css'

/** Props of SnippetList. */
export interface SnippetListProps {
  /** Prefix of the element ids. */
  readonly id: string
  readonly shown: readonly ThemeSnippet[]
  readonly chosen: ThemeSnippet | null
  readonly term: string
  /** The search input. */
  readonly field: RefObject<HTMLInputElement | null>
  onSearch(term: string): void
  onChoose(snippet: ThemeSnippet): void
  /** Called on Enter with the chosen snippet. */
  onGo(event: KeyboardEvent): void
}

/** A searchable list of snippets. Arrow keys choose one, Enter continues with it. */
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
          // The search input keeps the focus and handles the keys.
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
