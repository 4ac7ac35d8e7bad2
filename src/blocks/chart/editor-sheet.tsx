import { ArrowLeftRight, Plus, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { PopoverProps } from '../block-editor.ts'
import { numberIn } from '../number-text.ts'
import { splitValues } from '../table/split-values.ts'
import { type ChartCells, chartLimits } from './chart-cells.ts'
import { withoutPart } from './chart-colors.ts'
import {
  addColumn,
  addRow,
  type CellPlace,
  pasteCells,
  removeColumn,
  removeRow,
  setCell,
  transposed,
} from './chart-edits.ts'
import type { ChartProps } from './chart-props.ts'
import styles from './editor.module.css'

/** Maximum length of a cell. */
const maxLength = 100

/** The chart's data as a small sheet; the chart on the slide follows each key. */
export function ChartSheet({ block, change, close }: PopoverProps<ChartProps>) {
  const { cells, kind } = block.props
  const isPie = kind === 'pie'
  const sheet = useRef<HTMLTableElement>(null)
  const edit = (make: (cells: ChartCells) => ChartCells, label: string, { merges, removed }: EditOptions = {}) =>
    change(
      (one) => {
        const { cells: before, colors } = one.props
        const next = make(before)
        const kept = removed === undefined ? colors : withoutPart(colors, removed - 1)
        return next === before ? one : { ...one, props: { ...one.props, cells: next, colors: kept } }
      },
      { label, merges: merges === true },
    )
  const focusCell = ({ row, column }: CellPlace) => {
    const input = sheet.current?.querySelector<HTMLInputElement>(`[data-cell="${row}-${column}"]`)
    input?.focus()
    input?.select()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens
  useEffect(() => focusCell({ row: 1, column: 1 }), [])
  const press = (event: KeyboardEvent, { row, column }: CellPlace) => {
    const down = event.key === 'ArrowDown' || (event.key === 'Enter' && !event.shiftKey)
    const up = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey)
    if ((!down && !up) || event.nativeEvent.isComposing) return
    event.preventDefault()
    const next = { row: row + (down ? 1 : -1), column }
    if (event.key === 'Enter' && next.row === cells.length) {
      edit(addRow, 'Add row')
      // The new row is drawn after this event.
      requestAnimationFrame(() => focusCell(next))
    } else focusCell(next)
  }
  const paste = (event: ClipboardEvent, place: CellPlace) => {
    const text = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n').replace(/\n+$/, '')
    if (!/[\t\n]/.test(text)) return
    event.preventDefault()
    const pasted = splitValues(text, '\t').map((row) => row.map((cell) => cell.trim().slice(0, maxLength)))
    edit((now) => pasteCells(now, place, pasted), 'Paste data')
  }
  const typed = (place: CellPlace, text: string) =>
    edit((now) => setCell(now, place, text), 'Chart data', { merges: true })
  return (
    <div className={styles.popover}>
      <div className={styles.scroll}>
        <table ref={sheet} className={styles.sheet} aria-label="Data of the chart">
          <tbody>
            {cells.map((row, y) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its place
              <tr key={y}>
                {row.map((text, x) => (
                  <SheetCell
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its place
                    key={x}
                    place={{ row: y, column: x }}
                    {...{ cells, text, typed, press, paste, isPoint: kind === 'scatter' }}
                  />
                ))}
                <td>
                  {y > 0 && cells.length > 2 && (
                    <IconButton
                      className={styles.remove}
                      label={`Remove row ${y}`}
                      icon={<X size={14} aria-hidden />}
                      onClick={() => edit((now) => removeRow(now, y), 'Remove row', isPie ? { removed: y } : {})}
                    />
                  )}
                </td>
              </tr>
            ))}
            <SeriesRow {...{ cells, edit, isPie }} />
          </tbody>
        </table>
      </div>
      <SheetFoot {...{ cells, edit, close }} />
    </div>
  )
}

interface EditOptions {
  readonly merges?: boolean
  /** The number of the series, or slice of a pie, that is removed, from 1: its color goes with it. */
  readonly removed?: number
}

type Edit = (make: (cells: ChartCells) => ChartCells, label: string, options?: EditOptions) => void

interface SheetCellProps {
  readonly cells: ChartCells
  readonly text: string
  readonly place: CellPlace
  /** The first column contains numbers: a chart of points. */
  readonly isPoint: boolean
  typed(place: CellPlace, text: string): void
  press(event: KeyboardEvent, place: CellPlace): void
  paste(event: ClipboardEvent, place: CellPlace): void
}

function SheetCell({ cells, text, place, isPoint, typed, press, paste }: SheetCellProps) {
  const { row, column } = place
  const isHead = row === 0 || (column === 0 && !isPoint)
  const isWrong = row > 0 && (column > 0 || isPoint) && text.trim() !== '' && numberIn(text) === null
  return (
    <td>
      <input
        className={styles.cell}
        data-cell={`${row}-${column}`}
        data-head={isHead ? '' : undefined}
        aria-label={cellName(cells, place)}
        aria-invalid={isWrong || undefined}
        title={isWrong ? 'Not a number: it is not drawn' : undefined}
        value={text}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        inputMode={isHead ? 'text' : 'decimal'}
        onChange={(event) => typed(place, event.target.value)}
        onKeyDown={(event) => press(event, place)}
        onPaste={(event) => paste(event, place)}
      />
    </td>
  )
}

/** What a cell contains, in words. */
function cellName(cells: ChartCells, { row, column }: CellPlace): string {
  if (row === 0) return column === 0 ? 'Heading of the categories' : `Name of series ${column}`
  if (column === 0) return `Category ${row}`
  return `${cells[row]![0] || `Category ${row}`}, ${cells[0]![column] || `series ${column}`}`
}

/** Below each series the button that removes it. */
function SeriesRow(props: { readonly cells: ChartCells; readonly edit: Edit; readonly isPie: boolean }) {
  const { cells, edit, isPie } = props
  if (cells[0]!.length <= 2) return null
  return (
    <tr>
      {cells[0]!.map((name, x) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a series is identified by its place
        <td key={x}>
          {x > 0 && (
            <IconButton
              className={styles.remove}
              label={`Remove series ${name || x}`}
              icon={<X size={14} aria-hidden />}
              onClick={() => edit((now) => removeColumn(now, x), 'Remove series', isPie ? {} : { removed: x })}
            />
          )}
        </td>
      ))}
    </tr>
  )
}

function SheetFoot({ cells, edit, close }: { readonly cells: ChartCells; readonly edit: Edit; close(): void }) {
  const plus = <Plus size={14} aria-hidden />
  return (
    <div className={styles.foot}>
      <Button
        size="s"
        icon={plus}
        disabled={cells.length > chartLimits.categories}
        onClick={() => edit(addRow, 'Add row')}
      >
        Row
      </Button>
      <Button
        size="s"
        icon={plus}
        disabled={cells[0]!.length > chartLimits.series}
        onClick={() => edit(addColumn, 'Add series')}
      >
        Series
      </Button>
      <IconButton
        label="Swap rows and columns"
        icon={<ArrowLeftRight size={16} aria-hidden />}
        disabled={transposed(cells) === cells}
        onClick={() => edit(transposed, 'Swap rows and columns')}
      />
      <span className={styles.done}>
        <Button size="s" variant="primary" onClick={close}>
          Done
        </Button>
      </span>
    </div>
  )
}
