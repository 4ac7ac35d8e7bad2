import { shownTitle } from '../../rules/deck-url.ts'
import { decideDeck } from '../../rules/permissions.ts'
import { timings } from '../../rules/timings.ts'
import { checkLease } from '../../server/jobs/check-lease.ts'
import type { JobRun, Services } from '../../server/services.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { slidesHiddenFrom } from '../comments/hidden-comments.ts'
import { wereMailed } from '../comments/mentions.ts'
import { loadDeckFor } from '../decks/load-deck.ts'
import { userById } from '../users/queries.ts'
import { missedMail } from './emails.ts'
import { endUrl } from './end-token.ts'
import { type Absent, absentPeople, claimSummary, missedComments } from './queries.ts'

/** Interval of the job, in ms. */
const every = 5 * 60_000
/** Time after the start in which pages reconnect: until then no user counts as absent. */
const settling = 2 * 60_000
/** Time since a person was last there, and of the oldest comment: a conversation is over before it is summed up. */
const pause = 15 * 60_000
/** Age in ms at which comments are no news, such as after the server has been off. */
const newsLife = 7 * 24 * 3_600_000

/** Mails the summary to a person who is away and may still read the comments. Returns whether there was one. */
async function mailSummary(services: Services, absent: Absent, before: Date): Promise<boolean> {
  const { database, deckPresence, keys, mail, now, settings } = services
  const { deckId, userId } = absent
  if (deckPresence.of(deckId, userId)) return false
  return database.transaction(async (trx) => {
    const user = await userById(trx, String(userId))
    const loaded = await loadDeckFor(trx, deckId, userId)
    if (!user || !loaded) return false
    if (decideDeck('list-comments', actorOf(user), deckFacts(loaded, userId)) !== 'allow') return false
    const missed = await missedComments(trx, absent, await slidesHiddenFrom(trx, loaded, user))
    if (!missed[0] || missed[0].firstAt > before) return false
    const all = missed.flatMap(({ ids }) => ids)
    if (await wereMailed(trx, user.email, all)) return false
    if (!(await claimSummary(trx, absent, now()))) return false
    const { deck, owner } = loaded
    const { baseUrl } = settings
    const summary = missedMail(baseUrl, {
      to: user.email,
      deck: { id: deck.id, slug: deck.slug, username: owner.username, teamSlug: owner.team_slug },
      title: shownTitle(deck.title),
      missed,
      endUrl: endUrl(keys, baseUrl, absent),
    })
    await mail.send(trx, summary)
    return true
  })
}

/** Mails the people of decks who are away the summaries of the comments that they missed; returns their number. */
export async function mailSummaries(services: Services, run?: JobRun): Promise<number> {
  const now = services.now().getTime()
  const before = new Date(now - pause)
  // A process that only runs jobs removes the presence of processes that have died.
  services.deckPresence.refresh(timings.presenceSilent)
  let mailed = 0
  for (const absent of await absentPeople(services.database.read, { after: new Date(now - newsLife), before })) {
    if (run) checkLease(run)
    if (await mailSummary(services, absent, before)) mailed += 1
  }
  return mailed
}

/** Registers the job that mails the summaries of missed comments. */
export function defineCommentMailJobs(services: Services): void {
  const startedAt = services.now().getTime()
  services.jobs.every('mail-missed-comments', every, async (run) => {
    if (services.now().getTime() - startedAt < settling) return undefined
    return { mailed: await mailSummaries(services, run) }
  })
}
