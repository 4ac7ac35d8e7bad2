import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyNotice } from '../../../ui/notice.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import styles from './admin.module.css'

/** A column of a table. */
export interface Column<Row> {
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers are aligned at their end. */
  readonly isNumber?: boolean
  /** Takes much of the width, and a line of its own where rows are cards. */
  readonly isWide?: boolean
  /** Short values, which stay on one line in tables. */
  readonly isShort?: boolean
  /** E-mail addresses: there is room for most. */
  readonly isAddress?: boolean
}

function classOf<Row>({ isNumber, isWide, isShort, isAddress }: Column<Row>) {
  return classNames(
    isNumber && styles.number,
    isWide && styles.wide,
    isShort && styles.short,
    isAddress && styles.address,
  )
}

/** An e-mail address, which breaks before its host. */
export function Address({ value }: { value: string }) {
  const at = value.lastIndexOf('@')
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  )
}

/** A page of rows as the API answers it. */
export interface RowPage<Row> {
  readonly results: readonly Row[]
  readonly total: number
  readonly page: number
  readonly per_page: number
}

/** Props of DataTable. */
export interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Buttons of a row. */
  actions?: (row: Row) => ReactNode
  /** Shown without rows. */
  empty: string
}

/**
 * A table; in narrow windows each row is a card: the first column is its title, beside the actions, and the others follow
 * with their names, as many to a line as there is room for.
 */
export function DataTable<Row extends { readonly id: number }>(props: DataTableProps<Row>) {
  const { label, columns, rows, actions, empty } = props
  if (rows.length === 0) return <EmptyNotice title={empty} />
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" className={classOf(column)}>
              {column.label}
            </th>
          ))}
          {actions && (
            <th scope="col">
              <span className="spoken-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map((column) => (
              <td key={column.label} data-label={column.label} className={classOf(column)}>
                <div>{column.cell(row)}</div>
              </td>
            ))}
            {actions && (
              <td className={styles.actions}>
                <div>{actions(row)}</div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Links to the other pages of a list; `query` is that of the present page. */
export function ListPages({ list, query }: { list: RowPage<unknown>; query: string }) {
  const to = (page: number) => {
    const parameters = new URLSearchParams(query)
    parameters.set('page', String(page))
    return `?${parameters}`
  }
  const pages = Math.ceil(list.total / list.per_page)
  return <Pagination label="Pages of the list" page={list.page} pages={pages} to={to} />
}
