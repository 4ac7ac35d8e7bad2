import { useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import { type revision as revisionSchema, revisionsContracts } from '../../../../api/revisions/contract.ts'
import type { Slides } from '../../../../document/deck-model.ts'
import { newDeckSettings } from '../../../../rules/deck-columns.ts'
import type { EditorSession } from '../editor-session.ts'
import { openDeck } from '../open-deck.ts'
import { revisionChanges, type SlideChange } from './revision-changes.ts'

/** A revision in the list. */
export type Revision = z.output<typeof revisionSchema>

/** The loading state of the list. */
export type Revisions =
  | { readonly state: 'loading' | 'failed' }
  | { readonly state: 'loaded'; readonly list: readonly Revision[] }

/** Loads all pages of a deck's revisions, newest first. */
async function allRevisions(session: EditorSession, deckId: number): Promise<Revision[]> {
  const list: Revision[] = []
  for (let page = 1; ; page++) {
    const answer = await session.api.call(revisionsContracts.list, { params: { id: String(deckId) }, query: { page } })
    list.push(...answer.results)
    if (answer.results.length === 0 || list.length >= answer.total) return list
  }
}

/** The revisions of the deck, loaded each time the dialog opens. */
export function useRevisions(session: EditorSession, open: boolean): { loaded: Revisions; reload(): void } {
  const [loaded, setLoaded] = useState<Revisions>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (!open) return
    let current = true
    setLoaded({ state: 'loading' })
    const load = async () => {
      const id = session.deckId.get()
      return id === null ? [] : allRevisions(session, id)
    }
    load().then(
      (list) => current && setLoaded({ state: 'loaded', list }),
      () => current && setLoaded({ state: 'failed' }),
    )
    return () => {
      current = false
    }
  }, [session, open, attempt])
  return { loaded, reload: () => setAttempt((before) => before + 1) }
}

/**
 * Reads and caches the slides of revisions. The cache lasts for one opening of the dialog: the newest revision may
 * still change.
 */
function createReader(session: EditorSession): (revision: Revision) => Promise<Slides> {
  const cache = new Map<number, Promise<Slides>>()
  const read = async (revision: Revision): Promise<Slides> => {
    const params = { id: String(session.deckId.get()), revision_id: revision.id }
    return openDeck(newDeckSettings, await session.api.call(revisionsContracts.read, { params }))
  }
  return (revision) => {
    const slides = cache.get(revision.id) ?? read(revision)
    cache.set(revision.id, slides)
    // A failed read is tried again the next time.
    slides.catch(() => cache.delete(revision.id))
    return slides
  }
}

/** The changes of a revision; null while loading, 'failed' after an error. */
export function useRevisionChanges(
  session: EditorSession,
  list: readonly Revision[],
  chosen: Revision | null,
): readonly SlideChange[] | 'failed' | null {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list means the dialog was opened again
  const read = useMemo(() => createReader(session), [session, list])
  const [found, setFound] = useState<{ of: Revision; changes: readonly SlideChange[] | 'failed' } | null>(null)
  useEffect(() => {
    if (!chosen) return
    let current = true
    const older = list[list.indexOf(chosen) + 1]
    Promise.all([older ? read(older) : null, read(chosen)]).then(
      ([before, after]) => current && setFound({ of: chosen, changes: revisionChanges(before, after) }),
      () => current && setFound({ of: chosen, changes: 'failed' }),
    )
    return () => {
      current = false
    }
  }, [chosen, list, read])
  return found !== null && found.of === chosen ? found.changes : null
}
