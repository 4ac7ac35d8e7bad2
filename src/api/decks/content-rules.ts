import type { Plan } from '../../rules/plans.ts'
import { planAllows } from '../../rules/plans.ts'
import { mediaHosts } from '../../server/content/media-hosts.ts'
import type { Settings } from '../../server/env.ts'

/** Options of the sanitizer for a deck. */
export interface ContentRules {
  /** Whether class names outside the product's list are allowed: the owner's plan must include custom CSS. */
  readonly customClasses: boolean
  /** Host names that serve uploaded media. */
  readonly mediaHosts: readonly string[]
  /** Host names of the app, whose pages must not be framed in a deck. */
  readonly appHosts: readonly string[]
}

type Hosts = Pick<Settings, 'baseUrl' | 'contentUrl'>

/** By settings and plan: the same rules are one object, so that a batch need not make or compare them. */
const known = new WeakMap<Hosts, Map<Plan, ContentRules>>()

/** The options for a deck whose owner has this plan: for the same settings and plan, the same object. */
export function contentRules(settings: Hosts, ownerPlan: Plan): ContentRules {
  const byPlan = known.get(settings) ?? new Map<Plan, ContentRules>()
  known.set(settings, byPlan)
  const rules = byPlan.get(ownerPlan) ?? rulesOf(settings, ownerPlan)
  byPlan.set(ownerPlan, rules)
  return rules
}

function rulesOf(settings: Hosts, ownerPlan: Plan): ContentRules {
  return {
    customClasses: planAllows(ownerPlan, 'customCss'),
    mediaHosts: mediaHosts(settings),
    appHosts: [new URL(settings.baseUrl).hostname],
  }
}
