import { pageError } from '../../data/page-error.ts'
import type { LoadArgs } from '../../page.ts'

/** The deck that the URL names, or a comment below it, as its page reports it. */
export interface ReportedDeck {
  readonly id: number
  readonly title: string
  /** The path of its page; null if the URL has none. */
  readonly url: string | null
  /** The comment below the deck; null: the deck itself is reported. */
  readonly comment: { readonly id: number; readonly by: string } | null
  /** The token of the private link through which it is seen. */
  readonly token: string | undefined
}

/** Reads the reported deck from the URL. Throws 404 if it names none. */
export function loadReport({ url: { searchParams } }: LoadArgs): ReportedDeck {
  const id = Number(searchParams.get('deck_id'))
  if (!Number.isSafeInteger(id) || id < 1) throw pageError(404)
  const comment = Number(searchParams.get('comment_id') ?? 0)
  if (!Number.isSafeInteger(comment) || comment < 0) throw pageError(404)
  const by = (searchParams.get('comment_by') ?? '').slice(0, 200)
  const path = searchParams.get('deck_path') ?? ''
  // Only a path of this host: the page offers it as a link.
  const url = /^\/[\w-]/.test(path) ? path : null
  return {
    id,
    title: (searchParams.get('deck_title') ?? '').slice(0, 200),
    url,
    comment: comment === 0 ? null : { id: comment, by },
    token: searchParams.get('token') ?? undefined,
  }
}
