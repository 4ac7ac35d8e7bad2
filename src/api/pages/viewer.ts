import type { BillingNotice } from '../../rules/billing-notice.ts'
import type { TeamRole } from '../../rules/permissions.ts'
import { type Plan, planAllows } from '../../rules/plans.ts'

/** The signed-in user's data on every page. */
export interface Viewer {
  readonly id: number
  readonly username: string
  readonly name: string | null
  readonly email: string
  readonly thumbnail_url: string | null
  readonly plan: Plan
  readonly manually_upgraded: boolean
  readonly operator: boolean
  readonly team: ViewerTeam | null
  /** What the user should know about a payment; missing or null: nothing. */
  readonly notice?: BillingNotice | null
}

/** The user's team. */
export interface ViewerTeam {
  readonly id: number
  readonly role: TeamRole
  readonly slug: string
  /** Whether members may make decks public. */
  readonly allowsPublic: boolean
  /** Whether the operator gave the team its plan by hand. It has no billing then. */
  readonly manuallyUpgraded: boolean
  /** URL of the team's host, without trailing slash: https://acme.decks.example. */
  readonly url: string
}

/** What decides on the visibilities of a deck: its plan, and the slug of its team. */
export interface DeckPlace {
  readonly plan: Plan
  readonly team_slug: string | null
}

/** The place of a new deck of this user: the user's team. */
export function newDeckPlace({ plan, team }: Pick<Viewer, 'plan' | 'team'>): DeckPlace {
  return { plan, team_slug: team?.slug ?? null }
}

/** The visibilities that a user's own deck can have: internal in a team, public unless the deck's paid team forbids it. */
export function deckRules({ team }: Pick<Viewer, 'team'>, { plan, team_slug: slug }: DeckPlace) {
  const isOfTeam = slug !== null && slug === team?.slug
  return {
    inTeam: isOfTeam && planAllows(plan, 'team'),
    publicAllowed: !isOfTeam || plan !== 'enterprise' || team.allowsPublic,
  }
}

/** A user's display name: the name, else the username. */
export function displayName(person: { readonly name?: string | null; readonly username: string }): string {
  return person.name?.trim() || person.username
}
