import { GripVertical, X } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { Slide } from '../../../document/deck-model.ts'
import type { StepEntry, StepStart } from '../../../document/slide-steps.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useEditor, useEditorInstance } from '../../state/use-editor.ts'
import { blockLabel } from '../block-label.ts'
import { NumberInput } from '../number-input.tsx'
import panel from '../panel.module.css'
import styles from './animation.module.css'
import { StyleOptions } from './style-select.tsx'

const starts: readonly (readonly [StepStart, string])[] = [
  ['click', 'On click'],
  ['with', 'With previous'],
  ['after', 'After previous'],
]

/** Props of EntryRow. */
export interface EntryRowProps {
  readonly entry: StepEntry
  readonly slide: Slide
  /** Index in the list and number of the step; both from 0. */
  readonly index: number
  readonly step: number
  readonly isDragged: boolean
  /** Whether the dragged entry would be dropped here. */
  readonly isOver: boolean
  /** A pointer was pressed on the drag handle. */
  onDragStart(event: PointerEvent): void
  onChange(entry: StepEntry, merge?: boolean): void
  onMove(to: number): void
  onRemove(): void
}

/** The drag handle: dragged, or moved with the arrow keys. */
function DragHandle({
  label,
  index,
  onDragStart,
  onMove,
}: Pick<EntryRowProps, 'index' | 'onDragStart' | 'onMove'> & { label: string }) {
  const pressed = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    event.stopPropagation()
    onMove(index + by)
  }
  return (
    <button
      type="button"
      className={styles.grip}
      aria-label={`Move ${label}: arrow keys`}
      title="Drag, or use the arrow keys"
      onKeyDown={pressed}
      onPointerDown={onDragStart}
    >
      <GripVertical size={14} aria-hidden />
    </button>
  )
}

/** One row in the order of appearance. */
export function EntryRow({ entry, slide, index, step, ...row }: EntryRowProps) {
  const { isDragged, isOver, onDragStart, onChange, onMove, onRemove } = row
  const { model } = useEditorInstance()
  const selected = useEditor((state) => state.selection.includes(entry.block))
  const block = slide.blocks.find((one) => one.id === entry.block)
  if (!block) return null
  const label = blockLabel(block)
  const state = [selected && styles.selected, isDragged && styles.dragged, isOver && styles.over]
  return (
    <li className={classNames(styles.row, entry.start === 'with' && index > 0 && styles.joined, ...state)}>
      <div className={styles.head}>
        <DragHandle {...{ label, index, onDragStart, onMove }} />
        <span className={styles.number}>{step + 1}</span>
        <button type="button" className={styles.label} onClick={() => model.select([entry.block])}>
          {label}
        </button>
        <button type="button" className={styles.remove} aria-label={`Don’t animate ${label}`} onClick={onRemove}>
          <X size={14} aria-hidden />
        </button>
      </div>
      <div className={styles.choices}>
        <select
          className={panel.control}
          aria-label={`Style of ${label}`}
          value={entry.style}
          onChange={(event) => onChange({ ...entry, style: event.target.value })}
        >
          <StyleOptions value={entry.style} />
        </select>
        <select
          className={panel.control}
          aria-label={`Start of ${label}`}
          value={index === 0 ? 'click' : entry.start}
          disabled={index === 0}
          onChange={(event) => onChange({ ...entry, start: event.target.value as StepStart })}
        >
          {starts.map(([start, name]) => (
            <option key={start} value={start}>
              {name}
            </option>
          ))}
        </select>
        {entry.start === 'after' && index > 0 && (
          <NumberInput
            id={`wait-${entry.block}`}
            label={`Seconds before ${label}`}
            {...{ unit: 's', min: 0.1, max: 60, step: 0.1 }}
            value={entry.delay / 1000}
            onChange={(seconds, merge) => onChange({ ...entry, delay: Math.round(seconds * 1000) }, merge)}
          />
        )}
      </div>
    </li>
  )
}
