import { counted } from '../../rules/counted.ts'
import { shownTitle } from '../../rules/deck-url.ts'
import { decideDeck } from '../../rules/permissions.ts'
import { planAllows } from '../../rules/plans.ts'
import type { Settings } from '../../server/env.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { deckSharingUrl, userThumbnailUrl } from '../decks/deck-json.ts'
import type { LoadedDeck } from '../decks/load-deck.ts'
import { siteOf } from '../pages/site-of.ts'
import { viewerTeam } from '../pages/viewer-team.ts'
import type { DeckCapabilities, DeckPage, PageViewer, ShownDeck, ShownPerson } from './page-data.ts'
import { canMakePublic, visibilityChoices } from './visibility-choices.ts'

function person(user: UserRow): ShownPerson {
  return { username: user.username, name: user.name, pictureUrl: user.active ? userThumbnailUrl(user) : null }
}

/** The signed-in user as shown on pages. */
export async function viewerOf(services: Services, user: UserRow): Promise<PageViewer> {
  const { billing, baseUrl } = await siteOf(services)
  const team = await viewerTeam(services, user)
  return {
    ...person(user),
    plan: user.plan,
    manuallyUpgraded: user.manually_upgraded,
    operator: user.operator,
    team,
    billing,
    baseUrl,
  }
}

/** The deck as shown on pages. */
export function shownDeck({ deck, owner, link }: LoadedDeck, kudoed: boolean): ShownDeck {
  return {
    id: deck.id,
    slug: deck.slug,
    title: shownTitle(deck.title),
    description: deck.description,
    visibility: deck.visibility,
    owner: { ...person(owner), teamSlug: owner.team_slug },
    slideCount: deck.slide_count,
    kudoed,
    suspension: deck.suspended_at === null ? null : (deck.suspension_reason ?? ''),
    sharingUrl: deckSharingUrl(deck, deck.visibility === 'all' ? null : (link?.token ?? null)),
    publishedAt: deck.published_at?.toISOString() ?? null,
    updatedAt: deck.updated_at.toISOString(),
  }
}

/** Texts of the view and like counts; '' for zero. */
export function countsOf({ deck }: Pick<LoadedDeck, 'deck'>): DeckPage['counts'] {
  return {
    views: deck.view_count === 0 ? '' : counted(deck.view_count, 'view', 'views'),
    kudos: String(deck.kudos_count || ''),
  }
}

/** What the user may do with the deck. For visitors, 'sign-in' marks actions that are possible after signing in. */
export function capabilitiesOf(
  loaded: LoadedDeck,
  user: UserRow | null,
  { publicPdf }: Pick<Settings, 'publicPdf'>,
): DeckCapabilities {
  const actor = actorOf(user)
  const facts = deckFacts(loaded, user?.id ?? null)
  const decide = (action: Parameters<typeof decideDeck>[0]) => decideDeck(action, actor, facts)
  const offer = (action: 'fork' | 'kudo'): 'yes' | 'sign-in' | 'no' => {
    const decision = decide(action)
    if (decision === 'allow') return 'yes'
    return decision === 'sign-in' && (action === 'kudo' || loaded.deck.visibility === 'all') ? 'sign-in' : 'no'
  }
  const edit = decide('edit')
  return {
    // With an ended plan the editor's URL shows the upgrade page.
    edit: edit === 'allow' || edit === 'upgrade',
    fork: offer('fork'),
    kudo: offer('kudo'),
    visibilities: decide('publish') === 'allow' ? visibilityChoices(facts) : null,
    mayBePrivate: planAllows(loaded.owner.plan, 'privateDecks'),
    share: { isOwner: loaded.role === 'owner', ownerPlan: loaded.owner.plan, publicAllowed: canMakePublic(facts) },
    people: decide('make-collaborative') === 'allow',
    comments: decide('list-public-comments') === 'allow',
    review: decide('review') === 'allow',
    analytics: decide('read-analytics') === 'allow',
    export: decideDeck('export', actor, facts, { format: 'pdf', publicPdf }) === 'allow',
  }
}

/** Whether the deck can be made public; a team may forbid it. */
export function publicAllowed(loaded: LoadedDeck, user: UserRow | null): boolean {
  return canMakePublic(deckFacts(loaded, user?.id ?? null))
}
