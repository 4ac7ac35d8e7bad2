import { Check, Code2, Film, ImageOff } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { formatDuration } from '../../../rules/format-duration.ts'
import { isVideoType } from '../../../rules/video-types.ts'
import { classNames } from '../../../ui/class-names.ts'
import { cellPlace, type GridLayout, gridLayout, type RowRange, rowsAt, rowsPerPage, scrollTo } from './grid-layout.ts'
import styles from './media-grid.module.css'
import { isOpaque, type MediaItem } from './media-list.ts'
import { movedTo, type Selection, type SelectMode } from './selection.ts'

/** What the user does with images of the grid. */
export interface GridActions {
  select(id: number, mode: SelectMode): void
  /** Moves the focus without selecting. */
  focus(id: number): void
  selectAll(): void
  /** Chooses the selected images; the image alone if it is not selected. */
  choose(item: MediaItem): void
  remove(): void
  /** Starts a drag of the selected images. */
  drag(event: PointerEvent, item: MediaItem): void
  openMenu(at: { readonly x: number; readonly y: number }, item: MediaItem): void
}

export interface MediaGridProps {
  readonly items: readonly MediaItem[]
  readonly selection: Selection
  readonly multiple: boolean
  readonly label: string
  readonly grid: RefObject<HTMLDivElement | null>
  readonly actions: GridActions
  /** Whether an image can be chosen; others are faded. */
  canChoose(item: MediaItem): boolean
}

interface CellProps {
  readonly item: MediaItem
  readonly id: string
  readonly index: number
  readonly count: number
  readonly layout: GridLayout
  readonly selected: boolean
  readonly focused: boolean
  readonly faded: boolean
  /** Whether its picture may be loaded. */
  readonly loads: boolean
  readonly actions: GridActions
}

function modeOf(event: MouseEvent | PointerEvent): SelectMode {
  if (event.shiftKey) return 'range'
  return event.ctrlKey || event.metaKey ? 'toggle' : 'only'
}

/** Scrolled px per ms above which pictures are not loaded: a grid scrolled past thousands must not request them all. */
const fastScroll = 2
/** ms after which a scroll has ended. */
const settleTime = 80

/** The picture of an item, once it may load. One that is loaded stays. */
function Picture({ item, loads }: { item: MediaItem; loads: boolean }) {
  const [failed, setFailed] = useState(false)
  const [loaded, setLoaded] = useState(loads)
  if (loads && !loaded) setLoaded(true)
  if (isVideoType(item.content_type) && !failed && loaded) {
    return (
      <video
        // The first frame that shows something: many films begin in black.
        src={`${item.url}#t=0.5`}
        preload="metadata"
        muted
        playsInline
        tabIndex={-1}
        aria-hidden="true"
        onError={() => setFailed(true)}
      />
    )
  }
  if (isVideoType(item.content_type)) return <Film size={28} aria-hidden />
  if (failed || item.refusal !== null) return <ImageOff size={24} aria-hidden />
  if (!loaded) return null
  return <img src={item.thumb_url} alt="" draggable={false} decoding="async" onError={() => setFailed(true)} />
}

/** 'Intro, video, 00:12'. */
function spokenName({ label, content_type: type, duration }: MediaItem): string {
  if (!isVideoType(type)) return label
  return [label, 'video', ...(duration === null ? [] : [formatDuration(duration * 1000)])].join(', ')
}

const Cell = memo(function Cell(props: CellProps) {
  const { item, id, index, count, layout, selected, focused, faded, loads, actions } = props
  const { x, y } = cellPlace(layout, index)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names its active option
    <div
      id={id}
      role="option"
      aria-selected={selected}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-label={spokenName(item)}
      title={item.label}
      data-media={item.id}
      data-opaque={isOpaque(item) || undefined}
      className={classNames(styles.cell, focused && styles.focused, faded && styles.faded)}
      style={{ width: layout.cellWidth, height: layout.cellHeight, transform: `translate(${x}px, ${y}px)` }}
      onPointerDown={(event) => actions.drag(event, item)}
      onClick={(event) => actions.select(item.id, modeOf(event))}
      onDoubleClick={() => actions.choose(item)}
      onContextMenu={(event) => {
        event.preventDefault()
        actions.openMenu({ x: event.clientX, y: event.clientY }, item)
      }}
    >
      <span className={styles.picture}>
        <Picture key={item.thumb_url} {...{ item, loads }} />
        {item.duration !== null && (
          <span className={styles.duration} aria-hidden="true">
            {formatDuration(item.duration * 1000)}
          </span>
        )}
        {item.inline && (
          <span className={styles.inline}>
            <Code2 size={14} aria-hidden />
          </span>
        )}
        <span className={styles.tick}>
          <Check size={14} aria-hidden />
        </span>
      </span>
      <span className={styles.label} aria-hidden="true">
        {item.label}
      </span>
    </div>
  )
})

/** The size of the scrolled element, updated when it changes. */
function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => setSize({ width: target.clientWidth, height: target.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return size
}

/** The rendered rows, updated while scrolling, and whether the grid is scrolled fast. */
function useRows(
  element: RefObject<HTMLElement | null>,
  layout: GridLayout,
  height: number,
): { readonly rows: RowRange; readonly isFast: boolean } {
  const [rows, setRows] = useState<RowRange>({ first: 0, end: 0 })
  const [isFast, setFast] = useState(false)
  const update = useCallback(() => {
    const next = rowsAt(layout, element.current?.scrollTop ?? 0, height)
    setRows((now) => (now.first === next.first && now.end === next.end ? now : next))
  }, [element, layout, height])
  useLayoutEffect(update, [update])
  useEffect(() => {
    const target = element.current
    if (!target) return
    let last = { top: target.scrollTop, at: performance.now() }
    let timer: ReturnType<typeof setTimeout> | undefined
    const scrolled = () => {
      const now = { top: target.scrollTop, at: performance.now() }
      const speed = Math.abs(now.top - last.top) / Math.max(1, now.at - last.at)
      last = now
      if (speed > fastScroll) {
        setFast(true)
        clearTimeout(timer)
        timer = setTimeout(() => setFast(false), settleTime)
      }
      update()
    }
    target.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      clearTimeout(timer)
      setFast(false)
      target.removeEventListener('scroll', scrolled)
    }
  }, [element, update])
  return { rows, isFast }
}

/** Handles a key of the grid; false for keys that are not its own. */
function handleKey(event: KeyboardEvent, { items, selection, actions }: MediaGridProps, shape: Shape): boolean {
  const index = items.findIndex(({ id }) => id === selection.focus)
  const focused = items[index]
  const isCommand = event.ctrlKey || event.metaKey
  const next = movedTo(event.key, index, items.length, shape)
  if (next !== null) {
    const { id } = items[next]!
    if (isCommand && !event.shiftKey) actions.focus(id)
    else actions.select(id, event.shiftKey ? 'range' : 'only')
    return true
  }
  if (isCommand && event.key.toLowerCase() === 'a') actions.selectAll()
  else if (event.key === 'Delete' || event.key === 'Backspace') actions.remove()
  else if (event.key === ' ' && focused) actions.select(focused.id, 'toggle')
  else if (event.key === 'Enter' && focused) actions.choose(focused)
  else return false
  return true
}

interface Shape {
  readonly columns: number
  readonly page: number
}

/** Opens the menu of the focused image below its corner. */
function openMenuByKey({ items, selection, actions }: MediaGridProps, grid: HTMLElement): void {
  const item = items.find(({ id }) => id === selection.focus)
  const cell = item && grid.querySelector(`[data-media="${item.id}"]`)?.getBoundingClientRect()
  if (item && cell) actions.openMenu({ x: cell.left + 16, y: cell.top + 16 }, item)
}

/** The images as a grid, of which only the rows in view are rendered. The grid has the focus, and its options are named. */
export function MediaGrid(props: MediaGridProps) {
  const { items, selection, multiple, label, grid, actions, canChoose } = props
  const prefix = useId()
  const { width, height } = useSize(grid)
  const layout = useStableLayout(gridLayout(width, items.length))
  const { rows, isFast } = useRows(grid, layout, height)
  const shape = { columns: layout.columns, page: rowsPerPage(layout, height) }
  const focusIndex = items.findIndex(({ id }) => id === selection.focus)
  const shownFocus = useRef<number | null>(null)
  useLayoutEffect(() => {
    const element = grid.current
    if (shownFocus.current === selection.focus || !element || height === 0) return
    shownFocus.current = selection.focus
    if (focusIndex !== -1) element.scrollTop = scrollTo(layout, focusIndex, element.scrollTop, height)
  }, [grid, selection.focus, focusIndex, layout, height])
  const selected = new Set(selection.ids)
  const first = rows.first * layout.columns
  const isFocusShown = focusIndex >= first && focusIndex < rows.end * layout.columns
  return (
    <div
      ref={grid}
      className={styles.grid}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={multiple}
      aria-activedescendant={isFocusShown ? `${prefix}-${selection.focus}` : undefined}
      onKeyDown={(event) => {
        const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
        if (isMenuKey) openMenuByKey(props, event.currentTarget)
        if (isMenuKey || handleKey(event, props, shape)) event.preventDefault()
      }}
    >
      <div className={styles.space} style={{ height: layout.height }}>
        {items.slice(first, rows.end * layout.columns).map((item, offset) => (
          <Cell
            key={item.id}
            {...{ item, layout, actions }}
            id={`${prefix}-${item.id}`}
            index={first + offset}
            count={items.length}
            selected={selected.has(item.id)}
            focused={selection.focus === item.id}
            faded={!canChoose(item)}
            loads={!isFast}
          />
        ))}
      </div>
    </div>
  )
}

/** The same object while the layout is the same, so that cells need not render again. */
function useStableLayout(layout: GridLayout): GridLayout {
  const stable = useRef(layout)
  const keys = Object.keys(layout) as (keyof GridLayout)[]
  if (keys.some((key) => stable.current[key] !== layout[key])) stable.current = layout
  return stable.current
}
