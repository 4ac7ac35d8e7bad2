import { messages } from '../../rules/messages.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { notesAt } from '../decks/content-queries.ts'
import { contentRules } from '../decks/content-rules.ts'
import { deckJson } from '../decks/deck-json.ts'
import { mayReadNotes } from '../decks/may-read-notes.ts'
import { dataOf, readVersion } from '../decks/read-content.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { route } from '../route.ts'
import { revisionsContracts } from './contract.ts'
import { findRevision, listRevisions, peopleOf } from './queries.ts'
import { restoreRevision } from './restore.ts'

/** Handlers of the revision routes. */
export const revisionsRoutes = [
  route(revisionsContracts.list, async (c) => {
    const page = pageOf(c.query)
    const { rows, total } = await listRevisions(c.db, c.loaded.deck.id, page)
    const people = await peopleOf(
      c.db,
      rows.map((row) => row.id),
    )
    const results = rows.map(({ user_id: id, username, name, ...row }) => {
      const user = { id, username, name }
      const all = people.get(row.id)?.map((person) => ({ id: person.id, username: person.username, name: person.name }))
      return { ...row, user, people: all ?? [user] }
    })
    return pageAnswer(page, total, results)
  }),

  route(revisionsContracts.read, async (c) => {
    const { deck, owner } = c.loaded
    const revision = await findRevision(c.db, deck.id, c.params.revision_id)
    const rules = contentRules(c.services.settings, owner.plan)
    const content = revision && (await readVersion(c.db, deck.id, revision.version, rules))
    if (!revision || !content) throw new HttpError(404, messages.access.notFound)
    const notes = mayReadNotes(c.loaded, c.user) ? { ...content.notes } : {}
    return { id: revision.id, version: revision.version, data: dataOf(content), notes }
  }),

  route(revisionsContracts.restore, async (c) => {
    if (!c.user) throw new HttpError(401, messages.session.needed)
    const { deck, owner } = c.loaded
    const wanted = { deckId: deck.id, revisionId: c.params.revision_id, user: c.user }
    const restored = await restoreRevision(c.services, c.db, wanted)
    return deckJson(restored, owner, { notes: await notesAt(c.db, deck.id, restored.version) })
  }),
]
