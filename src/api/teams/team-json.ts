import type { z } from 'zod'
import { originOf } from '../../rules/deck-url.ts'
import { prices } from '../../rules/prices.ts'
import type { Settings } from '../../server/env.ts'
import type { team } from './contract.ts'
import type { TeamRow } from './queries.ts'

/** URL of a team's logo on every host; it changes with the logo. Null: no logo. */
export function teamLogoUrl(row: Pick<TeamRow, 'id' | 'logo_key'>): string | null {
  return row.logo_key === null ? null : `/api/v1/teams/${row.id}/logo?v=${row.logo_key.slice(-12, -5)}`
}

/** A team in an invitation: what a person outside it may know. */
export function invitingTeamJson(row: TeamRow, { baseUrl }: Pick<Settings, 'baseUrl'>) {
  return { name: row.name, url: originOf({ teamSlug: row.slug }, baseUrl), logo_url: teamLogoUrl(row) }
}

/** What managers see in addition. */
export interface ManagedTeam {
  readonly formerSlugs: readonly string[]
  /** Whether the user is its last owner. */
  readonly lastOwner: boolean
}

/** A team as JSON; for managers with all settings. */
export function teamJson(
  row: TeamRow,
  settings: Pick<Settings, 'baseUrl' | 'contentUrl'>,
  { managed, themes }: { managed: ManagedTeam | null; themes: { id: number; name: string }[] },
): z.input<typeof team> {
  return {
    ...{ id: row.id, slug: row.slug, ...invitingTeamJson(row, settings) },
    themes,
    default_theme_id: row.default_theme_id,
    account_billing_period: row.account_billing_period,
    account_cost_per_user: prices.enterprise[row.account_billing_period],
    manually_upgraded: row.manually_upgraded,
    allow_public_decks: row.allow_public_decks,
    ended: row.plan !== 'enterprise',
    created_at: row.created_at,
    ...(managed && {
      domain: row.domain,
      require_sso: row.require_sso,
      scripts: row.scripts,
      scripts_allowed: settings.contentUrl !== null,
      scripts_stopped_by: row.scripts_stopped_by,
      billing_address: row.billing_address,
      last_owner: managed.lastOwner,
      former_slugs: [...managed.formerSlugs],
    }),
  }
}
