import type { BillingNotice } from '../../rules/billing-notice.ts'
import type { TeamRole } from '../../rules/permissions.ts'
import type { Plan } from '../../rules/plans.ts'

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

/** Whether a user's own decks may be public: a paid team may forbid it. */
export function mayMakePublic(viewer: Pick<Viewer, 'plan' | 'team'>): boolean {
  return viewer.plan !== 'enterprise' || viewer.team?.allowsPublic !== false
}

/** A user's display name: the name, else the username. */
export function displayName(person: { readonly name?: string | null; readonly username: string }): string {
  return person.name?.trim() || person.username
}
