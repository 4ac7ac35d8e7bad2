import {
  createElement,
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useEditor, useEditorInstance } from '../../../../editor/state/use-editor.ts'
import { counted } from '../../../../rules/counted.ts'
import { messages } from '../../../../rules/messages.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { SearchBox } from '../../../../ui/form/search-box.tsx'
import { EmptyNotice, FailedNotice, LoadingNotice } from '../../../../ui/notice.tsx'
import { findIcons, type Icon } from './find-icons.ts'
import styles from './icons-dialog.module.css'
import { insertIcon } from './insert-icon.ts'

/** How many more icons are drawn when the end of the list comes into view. */
const page = 240

/** The icons, once they are loaded; null before, 'failed' if they cannot be. */
function useIcons(open: boolean): { icons: readonly Icon[] | 'failed' | null; retry(): void } {
  const [icons, setIcons] = useState<readonly Icon[] | 'failed' | null>(null)
  const isMissing = open && icons === null
  useEffect(() => {
    if (!isMissing) return
    import('./icon-set.ts').then(
      (set) => setIcons(set.icons),
      () => setIcons('failed'),
    )
  }, [isMissing])
  return { icons, retry: () => setIcons(null) }
}

/** Moves the focus between the icons with the arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLElement>, field: RefObject<HTMLInputElement | null>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-icon]')]
  const at = all.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const top = all[0]!.offsetTop
  const columns = Math.max(
    1,
    all.findIndex((icon) => icon.offsetTop !== top),
  )
  const ahead = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
  const by = { ArrowRight: ahead, ArrowLeft: -ahead, ArrowDown: columns, ArrowUp: -columns }[event.key]
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : by === undefined ? null : at + by
  if (to === null) return
  event.preventDefault()
  if (to < 0) field.current?.focus()
  else all[Math.min(to, all.length - 1)]?.focus()
}

function IconButton({ icon, onChoose }: { icon: Icon; onChoose(icon: Icon): void }) {
  return (
    <li>
      <button type="button" className={styles.icon} data-icon title={icon.name} onClick={() => onChoose(icon)}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          {icon.parts.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
        </svg>
        <span className={styles.name}>{icon.name}</span>
      </button>
    </li>
  )
}

interface GridProps {
  readonly icons: readonly Icon[]
  readonly field: RefObject<HTMLInputElement | null>
  onChoose(icon: Icon): void
}

/** The icons, as many as have come into view. */
function Grid({ icons, field, onChoose }: GridProps) {
  const [shown, setShown] = useState(page)
  const end = useRef<HTMLLIElement>(null)
  const isWhole = shown >= icons.length
  useEffect(() => {
    if (isWhole || !end.current) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setShown((count) => count + page)
      },
      { rootMargin: '400px' },
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  })
  return (
    <ul className={styles.grid} aria-label="Icons" onKeyDown={(event) => moveFocus(event, field)}>
      {icons.slice(0, shown).map((icon) => (
        <IconButton key={icon.id} icon={icon} onChoose={onChoose} />
      ))}
      {!isWhole && <li ref={end} aria-hidden="true" />}
    </ul>
  )
}

/** Chooses an icon of the bundled set and adds it to the slide. */
export function IconsDialog() {
  const editor = useEditorInstance()
  const open = useEditor((state) => state.dialog === 'insert-icon')
  const { icons, retry } = useIcons(open)
  const [term, setTerm] = useState('')
  const searched = useDeferredValue(term)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const added = useRef(false)
  const found = useMemo(() => (Array.isArray(icons) ? findIcons(icons, searched) : []), [icons, searched])
  useEffect(() => {
    if (open) added.current = false
  }, [open])
  const close = () => editor.model.show({ dialog: null })
  const choose = (icon: Icon) => {
    added.current = true
    close()
    insertIcon(editor, icon)
  }
  // The list may be that of the letters before.
  const chooseFirst = () => {
    const [first] = Array.isArray(icons) && term !== '' ? findIcons(icons, term) : []
    if (first) choose(first)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      onClosed={() => setTerm('')}
      returnsFocus={() => {
        if (added.current) editor.view.focusCanvas()
        return !added.current
      }}
      initialFocus={field}
      title="Insert icon"
      size="m"
    >
      <SearchBox
        label="Search icons"
        value={term}
        field={field}
        maxLength={50}
        onChange={setTerm}
        onKeyDown={(event) => {
          if (event.key === 'Enter') chooseFirst()
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          list.current?.querySelector<HTMLElement>('[data-icon]')?.focus()
        }}
      />
      <p className={styles.count} role="status">
        {Array.isArray(icons) && counted(found.length, 'icon', 'icons')}
      </p>
      <div ref={list} className={styles.list}>
        {icons === null && <LoadingNotice label="Loading the icons" />}
        {icons === 'failed' && <FailedNotice text={messages.deck.partLoadFailed} onRetry={retry} />}
        {Array.isArray(icons) && found.length === 0 && (
          <EmptyNotice title={`No icon is called “${searched}”`}>Try another word for it, in English.</EmptyNotice>
        )}
        {found.length > 0 && <Grid key={searched} icons={found} field={field} onChoose={choose} />}
      </div>
    </Dialog>
  )
}
