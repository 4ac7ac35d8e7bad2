import { type Route, route } from '../route.ts'
import { userSettingsContracts } from './contract.ts'
import { changeSettings, ownSettingsOf } from './queries.ts'

/** Handlers of the user settings routes. */
export const userSettingsRoutes: readonly Route[] = [
  route(userSettingsContracts.read, async ({ user }) => ownSettingsOf(user.settings)),
  route(userSettingsContracts.change, async ({ db, user, body, services }) =>
    changeSettings(db, services.database.kind, user.id, body.user_settings, services.now()),
  ),
]
