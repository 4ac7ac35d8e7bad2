/** What a person pays for. Enterprise is the plan of a team's members. */
export type Plan = 'free' | 'lite' | 'pro' | 'enterprise'

/** The four plans, the smallest first. */
export const plans = ['free', 'lite', 'pro', 'enterprise'] as const satisfies readonly Plan[]

/** What a plan gives. Deck privileges count the plan of the deck's owner, not of the person who acts. */
export interface Privileges {
  /** Decks with visibility self. */
  readonly privateDecks: boolean
  readonly hideEmbedFooter: boolean
  readonly proColors: boolean
  /** Access links, with or without a password. */
  readonly privateLinks: boolean
  /** Custom CSS, and class names that are not the product's own. */
  readonly customCss: boolean
  /** Internal decks, team media, team templates, themes, and the collaborator role admin. */
  readonly team: boolean
  /** Editors on a non-public deck; null: any number, 0: no non-public decks. */
  readonly editors: number | null
  /** Storage for media, in bytes (for a team: per member). */
  readonly storage: number
}

const megabyte = 1_000_000

/** The privileges of each plan. */
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

/** The names of privileges that are simply there or not. */
export type Privilege = 'privateDecks' | 'hideEmbedFooter' | 'proColors' | 'privateLinks' | 'customCss' | 'team'

/** Whether a plan gives a privilege. */
export function planAllows(plan: Plan, privilege: Privilege): boolean {
  return privileges[plan][privilege]
}

/** The flags that programs read on a user: `paid`, and exactly one of the other three when paid. */
export interface PlanFlags {
  readonly paid: boolean
  readonly lite: boolean
  readonly pro: boolean
  readonly enterprise: boolean
}

/** The flags of a plan; all false on free. */
export function planFlags(plan: Plan): PlanFlags {
  return { paid: plan !== 'free', lite: plan === 'lite', pro: plan === 'pro', enterprise: plan === 'enterprise' }
}

/** The plan behind a user's flags. */
export function planOf(flags: Omit<PlanFlags, 'paid'>): Plan {
  if (flags.enterprise) return 'enterprise'
  if (flags.pro) return 'pro'
  return flags.lite ? 'lite' : 'free'
}

/** The visibility a new deck of this person begins with: private where the plan allows private decks, else public. */
export function newDeckVisibility(plan: Plan): 'self' | 'all' {
  return planAllows(plan, 'privateDecks') ? 'self' : 'all'
}
