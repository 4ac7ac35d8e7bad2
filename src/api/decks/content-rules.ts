import type { Plan } from '../../rules/plans.ts'
import { planAllows } from '../../rules/plans.ts'
import type { Settings } from '../../server/env.ts'

/** What the sanitizer must know besides the HTML. */
export interface ContentRules {
  /** Class names outside the product's own list; they need the custom CSS privilege of the deck's owner. */
  readonly customClasses: boolean
  /** Names of the hosts that serve uploaded media. */
  readonly mediaHosts: readonly string[]
  /** Names of the app's hosts: their pages cannot be framed inside a deck. */
  readonly appHosts: readonly string[]
}

/** The rules for a deck of an owner with this plan. */
export function contentRules(settings: Pick<Settings, 'baseUrl' | 'contentUrl'>, ownerPlan: Plan): ContentRules {
  const content = settings.contentUrl?.replace('{label}.', '')
  const hosts = content ? [new URL(content).hostname] : []
  return {
    customClasses: planAllows(ownerPlan, 'customCss'),
    mediaHosts: settings.contentUrl?.includes('{label}') ? hosts.map((host) => `*.${host}`) : hosts,
    appHosts: [new URL(settings.baseUrl).hostname],
  }
}
