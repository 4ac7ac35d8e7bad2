import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import styles from './admin.module.css'

/** The fields that filter a list. The filters are in the URL, so that a list can be bookmarked. */
export function FilterForm({ children, action = 'Search' }: { children: ReactNode; action?: string }) {
  const navigate = useNavigate()
  return (
    <form
      method="get"
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault()
        const query = new URLSearchParams()
        for (const [name, value] of new FormData(event.currentTarget)) {
          if (typeof value === 'string' && value !== '') query.set(name, value)
        }
        void navigate(`?${query}`)
      }}
    >
      {children}
      <Button type="submit">{action}</Button>
    </form>
  )
}
