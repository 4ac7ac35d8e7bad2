import { useCallback, useEffect, useState } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import { genericError } from '../../../rules/messages.ts'
import { timings } from '../../../rules/timings.ts'
import { flashNegative } from '../../../ui/flash/flash-store.ts'
import { type AccessLink, createLink, isUnsaved, loadFailureText, loadLinks, removeLink } from './access-links.ts'

/** The links of a deck, as far as they are known. */
export type LinksState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'loaded'; readonly links: readonly AccessLink[] }

/** What stands in a link's form and is not saved yet. */
export interface LinkDraft {
  readonly name: string
  readonly password: string
}

/** The links of a deck and what can be done with them. */
export interface Links {
  readonly state: LinksState
  /** The link whose form is open, and which the other tabs share; null without any. */
  readonly chosen: AccessLink | null
  /** A link that is on its way out. */
  readonly leaving: number | null
  readonly creating: boolean
  /** Forms that differ from what is saved, by the link's id; they stay while another link or tab is looked at. */
  readonly drafts: ReadonlyMap<number, LinkDraft>
  draft(link: AccessLink, draft: LinkDraft): void
  choose(id: number | null): void
  reload(): void
  create(): Promise<void>
  remove(link: AccessLink): Promise<void>
  changed(link: AccessLink): void
}

function tell(error: unknown): void {
  flashNegative(isApiError(error) && error.status === 422 && error.told ? error.message : genericError())
}

/** Loads the links of a deck and keeps them as they are changed. `deckId` null: there are none to be managed. */
export function useLinks(api: ApiClient, deckId: number | null): Links {
  const [state, setState] = useState<LinksState>({ kind: 'loading' })
  const [chosenId, choose] = useState<number | null>(null)
  const [leaving, setLeaving] = useState<number | null>(null)
  const [creating, setCreating] = useState(false)
  const [drafts, setDrafts] = useState<ReadonlyMap<number, LinkDraft>>(new Map())
  const links = state.kind === 'loaded' ? state.links : []
  const keep = useCallback((change: (links: readonly AccessLink[]) => readonly AccessLink[]) => {
    setState((now) => (now.kind === 'loaded' ? { kind: 'loaded', links: change(now.links) } : now))
  }, [])

  const setDraft = (id: number, draft: LinkDraft | null) =>
    setDrafts((now) => {
      const others = [...now].filter(([other]) => other !== id)
      return new Map(draft === null ? others : [...others, [id, draft]])
    })
  const draft = (link: AccessLink, { name, password }: LinkDraft) =>
    setDraft(link.id, isUnsaved(link, name, password) ? { name, password } : null)

  const reload = useCallback(() => {
    if (deckId === null) return
    setState({ kind: 'loading' })
    loadLinks(api, deckId).then(
      (loaded) => {
        setState({ kind: 'loaded', links: loaded })
        choose(loaded[0]?.id ?? null)
      },
      (error: unknown) => setState({ kind: 'failed', text: loadFailureText(error) }),
    )
  }, [api, deckId])
  useEffect(reload, [reload])

  const create = async (): Promise<void> => {
    if (deckId === null || creating) return
    setCreating(true)
    try {
      const made = await createLink(api, deckId, links)
      keep((now) => [...now, made])
      choose(made.id)
    } catch (error) {
      tell(error)
    } finally {
      setCreating(false)
    }
  }

  const remove = async (link: AccessLink): Promise<void> => {
    if (leaving !== null) return
    try {
      await removeLink(api, link)
    } catch (error) {
      // Somebody else was quicker: it is gone, as was wanted.
      if (!isApiError(error) || error.status !== 404) return tell(error)
    }
    setLeaving(link.id)
    setTimeout(() => {
      setLeaving(null)
      keep((now) => now.filter((one) => one.id !== link.id))
      choose((now) => (now === link.id ? null : now))
      setDraft(link.id, null)
    }, timings.tokenRemoval)
  }

  const changed = (link: AccessLink) => {
    keep((now) => now.map((one) => (one.id === link.id ? link : one)))
    setDraft(link.id, null)
  }
  const chosen = links.find((link) => link.id === chosenId) ?? null
  return { state, chosen, leaving, creating, drafts, draft, choose, reload, create, remove, changed }
}
