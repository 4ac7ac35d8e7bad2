import type { z } from 'zod'
import { isEnterpriseManager } from '../../rules/account-permissions.ts'
import { planFlags } from '../../rules/plans.ts'
import type { UserRow } from '../../server/http/session.ts'
import { userThumbnailUrl } from '../decks/deck-json.ts'
import { userSettingsOf } from '../user-settings/queries.ts'
import type { ownUser, publicUser } from './contract.ts'

/** A user's public data as JSON. */
export function publicUserJson(user: UserRow): z.input<typeof publicUser> {
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    thumbnail_url: userThumbnailUrl(user),
    description: user.description,
    site_url: user.site_url,
    social_handle: user.social_handle,
    ...planFlags(user.plan),
    settings: userSettingsOf(user.settings),
    created_at: user.created_at,
  }
}

/** A user's own data as JSON. */
export function ownUserJson(user: UserRow): z.input<typeof ownUser> {
  return {
    ...publicUserJson(user),
    email: user.email,
    analytics_id: user.analytics_id,
    enterprise_manager: isEnterpriseManager(user.membership_role),
    'enterprise-manager': isEnterpriseManager(user.membership_role),
    manually_upgraded: user.manually_upgraded,
    operator: user.operator,
    team_id: user.team_id,
    default_theme_id: user.default_theme_id,
    membership: user.membership_role ? { role: user.membership_role } : null,
    has_picture: user.picture_key !== null,
    team_trial: user.team_trial_at === null,
  }
}
