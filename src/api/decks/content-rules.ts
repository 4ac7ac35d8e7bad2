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

/** The options for a deck whose owner has this plan. */
export function contentRules(settings: Pick<Settings, 'baseUrl' | 'contentUrl'>, ownerPlan: Plan): ContentRules {
  return {
    customClasses: planAllows(ownerPlan, 'customCss'),
    mediaHosts: mediaHosts(settings),
    appHosts: [new URL(settings.baseUrl).hostname],
  }
}
