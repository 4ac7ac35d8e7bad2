import {
  AlignVerticalJustifyCenter,
  AlignVerticalJustifyEnd,
  AlignVerticalJustifyStart,
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  TableCellsMerge,
  TableCellsSplit,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignStart,
  Trash2,
  UnfoldHorizontal,
} from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import type { IconComponent, PartPanelProps } from '../block-editor.ts'
import type { TableProps } from './block.ts'
import { type CellRange, insideTable } from './cell-range.ts'
import styles from './editor.module.css'
import { fitColumns } from './fit-columns.ts'
import {
  addColumn,
  addRow,
  canMerge,
  canMoveColumns,
  canMoveRows,
  canSplit,
  columnsOf,
  deleteColumns,
  deleteRows,
  mergeCells,
  moveColumns,
  moveRows,
  splitCells,
  styleCells,
} from './table-edits.ts'

/** An action on the selected cells. */
interface CellAction {
  readonly label: string
  readonly icon: IconComponent
  readonly when?: (props: TableProps, range: CellRange) => boolean
  readonly isOn?: (props: TableProps, range: CellRange) => boolean
  readonly run: (props: TableProps, range: CellRange) => TableProps
  /** How the selection moves with the cells. */
  readonly moves?: readonly [number, number]
}

const isNotAll = ({ rows }: TableProps, { from, to }: CellRange) => to.row - from.row + 1 < rows.length
const areNotAll = (props: TableProps, { from, to }: CellRange) => to.column - from.column + 1 < columnsOf(props)

const rowActions: readonly CellAction[] = [
  { label: 'Add row above', icon: BetweenHorizontalEnd, run: (t, { from }) => addRow(t, from.row), moves: [1, 0] },
  { label: 'Add row below', icon: BetweenHorizontalStart, run: (t, { to }) => addRow(t, to.row + 1) },
  {
    label: 'Move row up',
    icon: ArrowUp,
    when: (t, r) => canMoveRows(t, r, -1),
    run: (t, r) => moveRows(t, r, -1),
    moves: [-1, 0],
  },
  {
    label: 'Move row down',
    icon: ArrowDown,
    when: (t, r) => canMoveRows(t, r, 1),
    run: (t, r) => moveRows(t, r, 1),
    moves: [1, 0],
  },
  { label: 'Delete row', icon: Trash2, when: isNotAll, run: deleteRows },
]

const columnActions: readonly CellAction[] = [
  {
    label: 'Add column before',
    icon: BetweenVerticalEnd,
    run: (t, { from }) => addColumn(t, from.column),
    moves: [0, 1],
  },
  { label: 'Add column after', icon: BetweenVerticalStart, run: (t, { to }) => addColumn(t, to.column + 1) },
  {
    label: 'Move column left',
    icon: ArrowLeft,
    when: (t, r) => canMoveColumns(t, r, -1),
    run: (t, r) => moveColumns(t, r, -1),
    moves: [0, -1],
  },
  {
    label: 'Move column right',
    icon: ArrowRight,
    when: (t, r) => canMoveColumns(t, r, 1),
    run: (t, r) => moveColumns(t, r, 1),
    moves: [0, 1],
  },
  { label: 'Fit columns to their content', icon: UnfoldHorizontal, run: (t) => fitColumns(t) },
  { label: 'Delete column', icon: Trash2, when: areNotAll, run: deleteColumns },
]

const cellActions: readonly CellAction[] = [
  { label: 'Merge cells', icon: TableCellsMerge, when: canMerge, run: mergeCells },
  { label: 'Split cells', icon: TableCellsSplit, when: canSplit, run: splitCells },
]

function styleOfFirst({ rows }: TableProps, { from }: CellRange, property: string): string {
  const style = rows[from.row]?.[from.column]?.style ?? []
  return style.find(([name]) => name === property)?.[1] ?? ''
}

/** An alignment toggle: active again resets it to the table's default. */
function alignToggle(label: string, icon: IconComponent, property: string, value: string): CellAction {
  const isOn = (props: TableProps, range: CellRange) => styleOfFirst(props, range, property) === value
  return { label, icon, isOn, run: (t, r) => styleCells(t, r, property, isOn(t, r) ? null : value) }
}

const alignActions: readonly CellAction[] = [
  alignToggle('Align cells left', TextAlignStart, 'text-align', 'left'),
  alignToggle('Center cells', TextAlignCenter, 'text-align', 'center'),
  alignToggle('Align cells right', TextAlignEnd, 'text-align', 'right'),
  alignToggle('At the top of cells', AlignVerticalJustifyStart, 'vertical-align', 'top'),
  alignToggle('In the middle of cells', AlignVerticalJustifyCenter, 'vertical-align', 'middle'),
  alignToggle('At the bottom of cells', AlignVerticalJustifyEnd, 'vertical-align', 'bottom'),
]

const groups: readonly { readonly title: string; readonly actions: readonly CellAction[] }[] = [
  { title: 'Row', actions: rowActions },
  { title: 'Column', actions: columnActions },
  { title: 'Cells', actions: cellActions },
  { title: 'Place', actions: alignActions },
]

/** Actions and styles of the selected cells. */
export function CellPanel({ block, part, Color, change }: PartPanelProps<TableProps>) {
  const { props } = block
  const range = insideTable(props, part as CellRange)
  const run = (action: CellAction) => {
    const [down, right] = action.moves ?? [0, 0]
    const by = (place: CellRange['from']) => ({ row: place.row + down, column: place.column + right })
    change((one) => withProps(one, action.run(one.props, range)), {
      label: action.label,
      part: { from: by(range.from), to: by(range.to) },
    })
  }
  return (
    <div className={styles.rows}>
      {groups.map(({ title, actions }) => (
        <CellGroup key={title} {...{ title, actions, props, range, run }} />
      ))}
      <span>Fill</span>
      <Color
        label="Cell fill"
        value={styleOfFirst(props, range, 'background-color')}
        onChange={(color, merges) =>
          change((one) => withProps(one, styleCells(one.props, range, 'background-color', color || null)), {
            label: 'Cell fill',
            merges,
          })
        }
      />
      <span>Text</span>
      <Color
        label="Cell text color"
        contrast="text"
        value={styleOfFirst(props, range, 'color')}
        onChange={(color, merges) =>
          change((one) => withProps(one, styleCells(one.props, range, 'color', color || null)), {
            label: 'Cell text color',
            merges,
          })
        }
      />
    </div>
  )
}

function CellGroup(group: {
  readonly title: string
  readonly actions: readonly CellAction[]
  readonly props: TableProps
  readonly range: CellRange
  run(action: CellAction): void
}) {
  const { title, actions, props, range, run } = group
  return (
    <>
      <span>{title}</span>
      <fieldset className={styles.buttons} aria-label={title}>
        {actions.map((action) => {
          const Icon = action.icon
          return (
            <IconButton
              key={action.label}
              label={action.label}
              icon={<Icon size={16} aria-hidden />}
              disabled={action.when ? !action.when(props, range) : false}
              aria-pressed={action.isOn?.(props, range)}
              // Keeps the focus in the cell.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => run(action)}
            />
          )
        })}
      </fieldset>
    </>
  )
}

function withProps<B extends { readonly props: TableProps }>(block: B, props: TableProps): B {
  return props === block.props ? block : { ...block, props }
}
