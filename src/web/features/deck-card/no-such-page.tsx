import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyNotice } from '../../../ui/notice.tsx'

/** Props of NoSuchPage. */
export interface NoSuchPageProps {
  /** The page that was asked for, from 1. */
  page: number
  /** The address of the first page. */
  first: string
}

/** Stands where decks would stand on a page that their list does not reach. */
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
