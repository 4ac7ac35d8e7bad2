import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyNotice } from '../../../ui/notice.tsx'

/** Props of NoSuchPage. */
export interface NoSuchPageProps {
  /** The requested page, from 1. */
  page: number
  /** The URL of the first page. */
  first: string
}

/** Shown instead of decks on a page beyond the end of the list. */
export function NoSuchPage({ page, first }: NoSuchPageProps) {
  const toFirst = (
    <ButtonLink to={first} variant="primary">
      Go to page 1
    </ButtonLink>
  )
  return (
    <EmptyNotice title={`There is no page ${page}`} action={toFirst}>
      The list ends before it.
    </EmptyNotice>
  )
}
