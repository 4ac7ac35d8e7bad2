import { readFile } from 'node:fs/promises'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { receiveFile } from '../media/receive-file.ts'
import { checkRoom } from '../media/upload.ts'
import { deleteUnlessInSlides } from '../orphaned-files/file-references.ts'
import { lockOwner } from '../owner.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { route } from '../route.ts'
import { addFont } from './add-font.ts'
import { fontsChanged } from './change-fonts.ts'
import { ownFontsContracts, type ownFontsContractsAt, teamFontsContracts } from './contract.ts'
import { fontJson } from './font-json.ts'
import { deleteFont, findFont, listFonts } from './queries.ts'

/** Handlers of the routes of fonts, for users and for teams. */
const ownFontsRoutesOf = (contracts: ReturnType<typeof ownFontsContractsAt>) => [
  route(contracts.list, async ({ db, owner, query }) => {
    const page = pageOf(query)
    const { rows, total } = await listFonts(db, owner, page)
    return pageAnswer(page, total, rows.map(fontJson))
  }),
  route(contracts.upload, async ({ services, owner, ownerPlan, request }) => {
    const { dataDir } = services.settings
    const added = await receiveFile(
      request,
      { dataDir, limitOf: () => limits.font.kilobytes * 1000 },
      async ({ path }) => {
        await checkRoom(services)
        return addFont(services, { owner, plan: ownerPlan }, () => readFile(path))
      },
    )
    if (!added) throw invalid('file', messages.font.file)
    return fontJson(added.row)
  }),
  route(contracts.remove, async ({ db, services, owner, params }) => {
    await lockOwner(db, services.database.kind, owner)
    const row = await findFont(db, owner, params.id)
    if (!row) throw new HttpError(404, messages.access.notFound)
    await deleteFont(db, row.id)
    await fontsChanged(services, db, owner, row.family)
    await deleteUnlessInSlides(db, services, [row.key])
    return undefined
  }),
]

/** Handlers of a user's own fonts and of the team's. */
export const ownFontsRoutes = [ownFontsContracts, teamFontsContracts].flatMap(ownFontsRoutesOf)
