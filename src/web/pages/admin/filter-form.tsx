import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { limits } from '../../../rules/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import styles from './admin.module.css'

/** Props of FilterForm. */
export interface FilterFormProps {
  children: ReactNode
  /** The page's query, which the fields follow. */
  query: string
  action?: string
}

/** The fields that filter a list. The filters are in the URL, so that a list can be bookmarked. */
export function FilterForm({ children, query, action = 'Search' }: FilterFormProps) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const shown = useRef(query)
  // Such as after going back. The form stays mounted, so that it keeps the focus.
  useEffect(() => {
    if (shown.current === query) return
    shown.current = query
    const given = new URLSearchParams(query)
    for (const field of form.current?.elements ?? []) {
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        field.value = given.get(field.name) ?? ''
    }
  }, [query])
  return (
    <form
      ref={form}
      method="get"
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault()
        const wanted = new URLSearchParams()
        for (const [name, value] of new FormData(event.currentTarget)) {
          if (typeof value === 'string' && value !== '') wanted.set(name, value)
        }
        void navigate(`?${wanted}`)
      }}
    >
      {children}
      <Button type="submit">{action}</Button>
    </form>
  )
}

/** Props of ListFilter. */
export interface ListFilterProps {
  /** The page's query. */
  query: string
  label: string
  /** What can be shown beside 'All'. */
  shows: readonly { readonly value: string; readonly label: string }[]
}

/** Filters a list by words and by what to show. */
export function ListFilter({ query, label, shows }: ListFilterProps) {
  const shown = new URLSearchParams(query)
  return (
    <FilterForm query={query}>
      <TextField name="search" label={label} defaultValue={shown.get('search') ?? ''} maxLength={limits.admin.search} />
      <SelectField
        name="show"
        label="Show"
        defaultValue={shown.get('show') ?? ''}
        options={[{ value: '', label: 'All' }, ...shows]}
      />
    </FilterForm>
  )
}
