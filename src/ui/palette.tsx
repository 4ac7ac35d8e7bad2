import { Dialog as Base } from '@base-ui/react/dialog'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './palette.module.css'
import { usePopupFocus } from './popup-focus.tsx'
import { useOpening } from './use-opening.ts'

/** An entry of a palette. */
export interface PaletteEntry {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  /** Consecutive entries with the same group share a heading. */
  readonly group: string
  /** Keyboard shortcut as displayed. */
  readonly shortcut?: string
}

export interface PaletteProps {
  open: boolean
  /** Accessible label. */
  label: string
  placeholder: string
  /** Matches for the typed text, best first. */
  entriesFor(typed: string): readonly PaletteEntry[]
  /** Called after closing: the chosen entry may open something else. */
  onChoose(id: string): void
  onClose(): void
  /** Moves the focus after a selection. Escape restores it. */
  onChosen(): void
}

/** A command palette: an input and the matching entries. Handles arrows, Enter, Escape and the pointer. */
export function Palette(props: PaletteProps) {
  const chosen = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  const { open, label, onClose, onChosen, onChoose } = props
  const opening = useOpening(open)
  useEffect(() => {
    if (open) chosen.current = false
  }, [open])
  const focus = usePopupFocus({
    first: input,
    returnsFocus: () => {
      if (chosen.current) onChosen()
      return !chosen.current
    },
  })
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.veil} />
        <Base.Popup {...focus} className={styles.popup} aria-label={label}>
          <Search
            // Reopening it while it fades out resets it.
            key={opening}
            {...props}
            input={input}
            choose={(id) => {
              chosen.current = true
              onClose()
              onChoose(id)
            }}
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

type SearchProps = Pick<PaletteProps, 'label' | 'placeholder' | 'entriesFor'> & {
  input: React.RefObject<HTMLInputElement | null>
  choose: (id: string) => void
}

function Search({ label, placeholder, entriesFor, input, choose }: SearchProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const entries = entriesFor(typed)
  const active = Math.min(at, entries.length - 1)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) setAt((active + step + entries.length) % entries.length)
    else if (event.key === 'Home' && event.ctrlKey) setAt(0)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && entries[active]) choose(entries[active].id)
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        ref={input}
        className={styles.input}
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={entries.length > 0 ? `${id}-${active}` : undefined}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div ref={list} className={styles.list} role="listbox" id={`${id}-list`} aria-label={label} tabIndex={-1}>
        {entries.map((entry, index) => (
          <Line
            key={`${entry.group} ${entry.id}`}
            {...{ entry, index, active: index === active, id: `${id}-${index}` }}
            title={entry.group === entries[index - 1]?.group ? null : entry.group}
            onPoint={() => setAt(index)}
            onChoose={() => choose(entry.id)}
          />
        ))}
      </div>
      {entries.length === 0 && (
        <p className={styles.nothing} role="status">
          Nothing is called “{typed.trim()}”
        </p>
      )}
    </>
  )
}

function Line(props: {
  entry: PaletteEntry
  id: string
  index: number
  active: boolean
  title: string | null
  onPoint: () => void
  onChoose: () => void
}) {
  const { entry, id, index, active, title, onPoint, onChoose } = props
  return (
    <>
      {title && (
        <div className={styles.title} role="presentation">
          {title}
        </div>
      )}
      {/* The focus stays in the input; entries are never focused. */}
      <div
        id={id}
        data-index={index}
        className={styles.line}
        role="option"
        aria-selected={active}
        tabIndex={-1}
        onPointerMove={onPoint}
        onPointerDown={(event) => event.preventDefault()}
        onClick={onChoose}
        onKeyDown={undefined}
      >
        {entry.icon && <span className={styles.icon}>{entry.icon}</span>}
        <span className={styles.label}>{entry.label}</span>
        {entry.shortcut && (
          <span className={styles.shortcut} aria-hidden="true">
            {entry.shortcut}
          </span>
        )}
      </div>
    </>
  )
}
