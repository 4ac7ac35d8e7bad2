import { accessTokensRoutes } from './access-tokens/routes.ts'
import { accountExportRoutes } from './account-export/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { apiTokensRoutes } from './api-tokens/routes.ts'
import { commentsRoutes } from './comments/routes.ts'
import { contactRoutes } from './contact/routes.ts'
import { couponsRoutes } from './coupons/routes.ts'
import { deckAnalyticsRoutes } from './deck-analytics/routes.ts'
import { deckSharesRoutes } from './deck-shares/routes.ts'
import { deckUsersRoutes } from './deck-users/routes.ts'
import { decksRoutes } from './decks/routes.ts'
import { emailChangesRoutes } from './email-changes/routes.ts'
import { exportsRoutes } from './exports/routes.ts'
import { fileStorageRoutes } from './file-storage/routes.ts'
import { fontsRoutes } from './fonts/routes.ts'
import { importsRoutes } from './imports/routes.ts'
import { instanceRoutes } from './instance/routes.ts'
import { invitationsRoutes } from './invitations/routes.ts'
import { kudosRoutes } from './kudos/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { mediaTagsRoutes } from './media-tags/routes.ts'
import { operationsRoutes } from './operations/routes.ts'
import { ownFontsRoutes } from './own-fonts/routes.ts'
import { passkeysRoutes } from './passkeys/routes.ts'
import { passwordResetsRoutes } from './password-resets/routes.ts'
import { publicCommentsRoutes } from './public-comments/routes.ts'
import { receiptsRoutes } from './receipts/routes.ts'
import { reportsRoutes } from './reports/routes.ts'
import { revisionsRoutes } from './revisions/routes.ts'
import type { Route } from './route.ts'
import { searchRoutes } from './search/routes.ts'
import { sessionsRoutes } from './sessions/routes.ts'
import { signOnRoutes } from './sign-on/routes.ts'
import { slideTemplatesRoutes } from './slide-templates/routes.ts'
import { statusRoutes } from './status/routes.ts'
import { streamRoutes } from './stream/routes.ts'
import { subscriptionsRoutes } from './subscriptions/routes.ts'
import { teamDecksRoutes } from './team-decks/routes.ts'
import { teamInvitationsRoutes } from './team-invitations/routes.ts'
import { teamPeopleRoutes } from './team-people/routes.ts'
import { teamUsersRoutes } from './team-users/routes.ts'
import { teamsRoutes } from './teams/routes.ts'
import { themeZipsRoutes } from './theme-zips/routes.ts'
import { themesRoutes } from './themes/routes.ts'
import { thumbnailsRoutes } from './thumbnails/routes.ts'
import { twoStepRoutes } from './two-step/routes.ts'
import { userSettingsRoutes } from './user-settings/routes.ts'
import { usersRoutes } from './users/routes.ts'
import { webhooksRoutes } from './webhooks/routes.ts'

/** All routes of the API, one line per resource. */
export const routes: readonly Route[] = [
  ...usersRoutes,
  ...accountExportRoutes,
  ...sessionsRoutes,
  ...passwordResetsRoutes,
  ...apiTokensRoutes,
  ...emailChangesRoutes,
  ...twoStepRoutes,
  ...passkeysRoutes,
  ...invitationsRoutes,
  ...teamsRoutes,
  ...teamUsersRoutes,
  ...teamInvitationsRoutes,
  ...userSettingsRoutes,
  ...statusRoutes,
  ...decksRoutes,
  ...revisionsRoutes,
  ...deckAnalyticsRoutes,
  ...kudosRoutes,
  ...accessTokensRoutes,
  ...deckSharesRoutes,
  ...deckUsersRoutes,
  ...commentsRoutes,
  ...exportsRoutes,
  ...fileStorageRoutes,
  ...publicCommentsRoutes,
  ...searchRoutes,
  ...thumbnailsRoutes,
  ...mediaRoutes,
  ...mediaTagsRoutes,
  ...slideTemplatesRoutes,
  ...themesRoutes,
  ...themeZipsRoutes,
  ...importsRoutes,
  ...streamRoutes,
  ...fontsRoutes,
  ...ownFontsRoutes,
  ...contactRoutes,
  ...reportsRoutes,
  ...instanceRoutes,
  ...adminRoutes,
  ...operationsRoutes,
  ...couponsRoutes,
  ...teamDecksRoutes,
  ...teamPeopleRoutes,
  ...signOnRoutes,
  ...subscriptionsRoutes,
  ...receiptsRoutes,
  ...webhooksRoutes,
]
