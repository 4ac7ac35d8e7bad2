import { type Plan, planNames, privileges } from '../../../rules/plans.ts'
import { formatBytes } from '../../../rules/storage-meter.ts'

/** The plans that are shown, from smallest to largest; each includes the one before it. */
export const shownPlans = ['free', 'lite', 'pro', 'enterprise'] as const

/** The audience of each plan. */
export const audiences: Readonly<Record<Plan, string>> = {
  free: 'For talks that everybody may see',
  lite: 'For work that is not public yet',
  pro: 'For people who present for a living',
  enterprise: 'For teams with decks of their own',
}

const all: Readonly<Record<Plan, readonly string[]>> = {
  free: ['Public decks, as many as you like', 'The whole editor, and presenting live', 'Earlier versions of each deck'],
  lite: ['Private decks', 'Embeds without our footer', 'All theme colors'],
  pro: ['Private links, with a password if you like', 'Custom CSS and class names'],
  enterprise: [
    'A home of its own for the team’s decks',
    'Internal decks, for members only',
    'Roles, invitations and single sign-on',
  ],
}

/** The features a plan adds to the one before it. */
export function planGains(plan: Plan): readonly string[] {
  const storage = formatBytes(privileges[plan].storage)
  return [...all[plan], plan === 'enterprise' ? `${storage} of storage for each member` : `${storage} of storage`]
}

/** 'All of Lite'; null for the smallest plan. */
export function includedPlan(plan: Plan): string | null {
  const before = shownPlans[shownPlans.indexOf(plan) - 1]
  return before ? `All of ${planNames[before]}` : null
}
