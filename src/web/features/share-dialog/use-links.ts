import { useCallback, useEffect, useState } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import { genericError } from '../../../rules/messages.ts'
import { timings } from '../../../rules/timings.ts'
import { showError } from '../../../ui/toast/toast-store.ts'
import { type AccessLink, createLink, isUnsaved, loadFailureText, loadLinks, removeLink } from './access-links.ts'

/** The loading state of a deck's links. */
export type LinksState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'loaded'; readonly links: readonly AccessLink[] }

/** Unsaved input of a link's form. */
export interface LinkDraft {
  readonly name: string
  readonly password: string
}

/** The links of a deck and their actions. */
export interface Links {
  readonly state: LinksState
  /** The link whose form is open, and which the other tabs use; null without any. */
  readonly chosen: AccessLink | null
  /** The id of a removed link while it collapses. */
  readonly leaving: number | null
  readonly creating: boolean
  /** Unsaved input by link id; kept while another link or tab is open. */
  readonly drafts: ReadonlyMap<number, LinkDraft>
  draft(link: AccessLink, draft: LinkDraft): void
  choose(id: number | null): void
  reload(): void
  create(): Promise<void>
  remove(link: AccessLink): Promise<void>
  changed(link: AccessLink): void
}

function showFailure(error: unknown): void {
  showError(isApiError(error) && error.status === 422 && error.isUserMessage ? error.message : genericError())
}

/** Unsaved input by link id. `setDraft` with null removes it. */
function useDrafts() {
  const [drafts, setDrafts] = useState<ReadonlyMap<number, LinkDraft>>(new Map())
  const setDraft = (id: number, draft: LinkDraft | null) =>
    setDrafts((now) => {
      const others = [...now].filter(([other]) => other !== id)
      return new Map(draft === null ? others : [...others, [id, draft]])
    })
  return { drafts, setDraft }
}

/** Loads the links of a deck, and chooses the first. */
function useLoadedLinks(api: ApiClient, deckId: number | null) {
  const [state, setState] = useState<LinksState>({ kind: 'loading' })
  const [chosenId, choose] = useState<number | null>(null)
  const keep = (change: (links: readonly AccessLink[]) => readonly AccessLink[]) =>
    setState((now) => (now.kind === 'loaded' ? { kind: 'loaded', links: change(now.links) } : now))
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
  return { state, keep, reload, chosenId, choose }
}

/** Loads the links of a deck and manages their state. `deckId` null: there are none to manage. */
export function useLinks(api: ApiClient, deckId: number | null): Links {
  const { state, keep, reload, chosenId, choose } = useLoadedLinks(api, deckId)
  const [leaving, setLeaving] = useState<number | null>(null)
  const [creating, setCreating] = useState(false)
  const { drafts, setDraft } = useDrafts()
  const links = state.kind === 'loaded' ? state.links : []

  const draft = (link: AccessLink, { name, password }: LinkDraft) =>
    setDraft(link.id, isUnsaved(link, name, password) ? { name, password } : null)

  const create = async (): Promise<void> => {
    if (deckId === null || creating) return
    setCreating(true)
    try {
      const made = await createLink(api, deckId, links)
      keep((now) => [...now, made])
      choose(made.id)
    } catch (error) {
      showFailure(error)
    } finally {
      setCreating(false)
    }
  }

  const remove = async (link: AccessLink): Promise<void> => {
    if (leaving !== null) return
    try {
      await removeLink(api, link)
    } catch (error) {
      // It was removed already, by another user or window.
      if (!isApiError(error) || error.status !== 404) return showFailure(error)
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
