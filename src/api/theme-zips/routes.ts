import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { receiveFile } from '../media/receive-file.ts'
import { checkRoom } from '../media/upload.ts'
import { route } from '../route.ts'
import { choosableTheme } from '../themes/theme-for-deck.ts'
import { savedThemeJson } from '../themes/theme-json.ts'
import { themeZipsContracts as contracts } from './contract.ts'
import { zipNameOf, zipTheme } from './download-theme.ts'
import { uploadTheme } from './upload-theme.ts'

/** Handlers of the routes for themes as ZIP files. */
export const themeZipsRoutes = [
  route(contracts.download, async ({ db, user, params, services }) => {
    const row = await choosableTheme(db, user, params.id)
    if (!row) throw new HttpError(404, messages.access.notFound)
    return { type: 'application/zip', fileName: zipNameOf(row), body: await zipTheme(services, row, user) }
  }),
  route(contracts.upload, async (c) => {
    const { services, user, owner, ownerPlan, request, query } = c
    const { dataDir } = services.settings
    const library = { owner, plan: ownerPlan }
    const upload = { services, user, owner, request, library, transaction: c.transaction }
    const limitOf = () => limits.upload.importKilobytes * 1000
    const outcome = await receiveFile(request, { dataDir, limitOf }, async ({ path }) => {
      await checkRoom(services)
      return uploadTheme(upload, path, query.scripts)
    })
    if (!outcome) throw invalid('file', messages.theme.noFile)
    const { stored, scripts, notes } = outcome
    const theme = stored && (await savedThemeJson(services.database.read, stored, user, services.settings))
    return { theme, scripts: scripts && { js: scripts.js, scripts: [...scripts.scripts] }, notes }
  }),
]
