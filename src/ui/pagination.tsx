import { ArrowLeft, ArrowRight } from 'lucide-react'
import { ButtonLink } from './button.tsx'
import styles from './pagination.module.css'

export interface PaginationProps {
  /** From 1. */
  page: number
  pages: number
  /** URL of a page. */
  to: (page: number) => string
  label: string
}

/** Links to the previous and next page. Nothing for a single page. */
export function Pagination({ page, pages, to, label }: PaginationProps) {
  if (pages <= 1 && page <= 1) return null
  const earlier = Math.max(1, Math.min(page - 1, pages))
  return (
    <nav className={styles.pagination} aria-label={label}>
      {page > 1 ? (
        <ButtonLink to={to(earlier)} rel="prev" icon={<ArrowLeft />}>
          Previous
        </ButtonLink>
      ) : (
        <span />
      )}
      <p className={styles.place}>
        Page {page} of {Math.max(pages, 1)}
      </p>
      {page < pages ? (
        <ButtonLink to={to(page + 1)} rel="next" className={styles.next}>
          Next <ArrowRight aria-hidden="true" />
        </ButtonLink>
      ) : (
        <span />
      )}
    </nav>
  )
}
