import { messages } from '../../rules/messages.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import type { StreamAnswer } from '../contract.ts'
import { putFile, recordPossibleOrphans } from '../orphaned-files/file-references.ts'
import { type Context, type Route, route } from '../route.ts'
import { usersContracts as contracts } from './contract.ts'
import { drawInitials, encodePicture, newPictureKey, readPictureFile } from './picture.ts'
import { updateUser, userById } from './queries.ts'
import { ownUserJson } from './user-json.ts'

async function sendPicture({ params, db, services, reply }: Context<typeof contracts.picture>): Promise<StreamAnswer> {
  const user = await userById(db, params.id)
  if (!user?.active) throw new HttpError(404, messages.access.notFound)
  const file = user.picture_key ? await services.files.get(user.picture_key) : null
  // The URL contains no secret and changes with the picture; initials change with the name.
  reply.header('cache-control', file ? 'public, max-age=86400' : 'public, max-age=300')
  if (file) return { type: file.type, body: file.body }
  return { type: 'image/svg+xml', body: drawInitials(user) }
}

/** Stores the key of a new picture (null: none) and deletes the old file. */
async function setPicture(services: Services, user: UserRow, key: string | null): Promise<UserRow> {
  const now = services.now()
  const changed = await services.database.transaction(async (trx) => {
    await recordPossibleOrphans(trx, [user.picture_key], now)
    return updateUser(trx, user.id, { picture_key: key, updated_at: now })
  })
  if (user.picture_key) await services.files.delete(user.picture_key)
  return changed as UserRow
}

async function changePicture({ request, services, user }: Context<typeof contracts.changePicture>): Promise<UserRow> {
  const picture = await encodePicture(await readPictureFile(request))
  const key = newPictureKey()
  // The file is stored before the row that references it.
  await putFile(services, key, picture, 'image/webp')
  return setPicture(services, user, key)
}

/** Handlers of the user picture routes. */
export const pictureRoutes: readonly Route[] = [
  route(contracts.picture, sendPicture),
  route(contracts.changePicture, async (context) => ownUserJson(await changePicture(context))),
  route(contracts.removePicture, async ({ services, user }) => ownUserJson(await setPicture(services, user, null))),
]
