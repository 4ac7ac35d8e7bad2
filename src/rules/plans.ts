/** All plans, from smallest to largest. Enterprise is the plan of a team's members. */
export const plans = ['free', 'lite', 'pro', 'enterprise'] as const
export type Plan = (typeof plans)[number]

/** The plans' display names. */
export const planNames: { readonly [plan in Plan]: string } = {
  free: 'Free',
  lite: 'Lite',
  pro: 'Pro',
  enterprise: 'Team',
}

/** Privileges of a plan. For decks, the owner's plan counts, not the acting user's. */
export interface Privileges {
  /** Decks with visibility self. */
  readonly privateDecks: boolean
  readonly hideEmbedFooter: boolean
  readonly proColors: boolean
  /** Access links, with or without a password. */
  readonly privateLinks: boolean
  /** Custom CSS and custom class names. */
  readonly customCss: boolean
  /** Internal decks, team media, team templates, themes, and the collaborator role admin. */
  readonly team: boolean
  /** Editors of a non-public deck; null: unlimited, 0: no non-public decks. */
  readonly editors: number | null
  /** Media storage in bytes (for a team: per member). */
  readonly storage: number
}

const megabyte = 1_000_000

export const privileges: { readonly [plan in Plan]: Privileges } = {
  free: {
    privateDecks: false,
    hideEmbedFooter: false,
    proColors: false,
    privateLinks: false,
    customCss: false,
    team: false,
    editors: 0,
    storage: 250 * megabyte,
  },
  lite: {
    privateDecks: true,
    hideEmbedFooter: true,
    proColors: true,
    privateLinks: false,
    customCss: false,
    team: false,
    editors: 50,
    storage: 2_000 * megabyte,
  },
  pro: {
    privateDecks: true,
    hideEmbedFooter: true,
    proColors: true,
    privateLinks: true,
    customCss: true,
    team: false,
    editors: 50,
    storage: 10_000 * megabyte,
  },
  enterprise: {
    privateDecks: true,
    hideEmbedFooter: true,
    proColors: true,
    privateLinks: true,
    customCss: true,
    team: true,
    editors: null,
    storage: 10_000 * megabyte,
  },
}

/** The boolean privileges. */
export type Privilege = 'privateDecks' | 'hideEmbedFooter' | 'proColors' | 'privateLinks' | 'customCss' | 'team'

/** The larger of two plans. */
export function largerPlan(a: Plan, b: Plan): Plan {
  return plans.indexOf(a) < plans.indexOf(b) ? b : a
}

export function planAllows(plan: Plan, privilege: Privilege): boolean {
  return privileges[plan][privilege]
}

/** The smallest plan with a privilege. */
export function smallestPlanWith(privilege: Privilege): Plan {
  return plans.find((plan) => planAllows(plan, privilege)) ?? 'enterprise'
}

/** Plan flags of a user in the API: `paid`, and exactly one of the other three if paid. */
export interface PlanFlags {
  readonly paid: boolean
  readonly lite: boolean
  readonly pro: boolean
  readonly enterprise: boolean
}

/** The flags of a plan; all false for free. */
export function planFlags(plan: Plan): PlanFlags {
  return { paid: plan !== 'free', lite: plan === 'lite', pro: plan === 'pro', enterprise: plan === 'enterprise' }
}

/** The plan of a user's flags. */
export function planOf(flags: Omit<PlanFlags, 'paid'>): Plan {
  if (flags.enterprise) return 'enterprise'
  if (flags.pro) return 'pro'
  return flags.lite ? 'lite' : 'free'
}

/** Default visibility of new decks: private where the plan allows private decks, else public. */
export function newDeckVisibility(plan: Plan): 'self' | 'all' {
  return planAllows(plan, 'privateDecks') ? 'self' : 'all'
}
