import { messages } from '../../rules/messages.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import type { StreamAnswer } from '../contract.ts'
import { type Context, type Route, route } from '../route.ts'
import { notePerhapsUnused, putFile } from '../unused-files/own-files.ts'
import { usersContracts as contracts } from './contract.ts'
import { drawInitials, makePicture, newPictureKey, readPictureFile } from './picture.ts'
import { updateUser, userById } from './queries.ts'
import { ownUserJson } from './user-json.ts'

async function sendPicture({ params, db, services, reply }: Context<typeof contracts.picture>): Promise<StreamAnswer> {
  const user = await userById(db, params.id)
  if (!user?.active) throw new HttpError(404, messages.access.notFound)
  const file = user.picture_key ? await services.files.get(user.picture_key) : null
  // The address names no secret and its end changes with the picture; initials change with the name.
  reply.header('cache-control', file ? 'public, max-age=86400' : 'public, max-age=300')
  if (file) return { type: file.type, body: file.body }
  return { type: 'image/svg+xml', body: drawInitials(user) }
}

/** Writes the key of a new picture (null: none) and throws the old file away. */
async function putPicture(services: Services, user: UserRow, key: string | null): Promise<UserRow> {
  const now = services.now()
  const changed = await services.database.transaction(async (trx) => {
    await notePerhapsUnused(trx, [user.picture_key], now)
    return updateUser(trx, user.id, { picture_key: key, updated_at: now })
  })
  if (user.picture_key) await services.files.delete(user.picture_key)
  return changed as UserRow
}

async function changePicture({ request, services, user }: Context<typeof contracts.changePicture>): Promise<UserRow> {
  const picture = await makePicture(await readPictureFile(request))
  const key = newPictureKey()
  // The file is there before the row that names it, so that no row ever names a missing one.
  await putFile(services, key, picture, 'image/webp')
  return putPicture(services, user, key)
}

/** Answers the calls about people's pictures. */
export const pictureRoutes: readonly Route[] = [
  route(contracts.picture, sendPicture),
  route(contracts.changePicture, async (context) => ownUserJson(await changePicture(context))),
  route(contracts.removePicture, async ({ services, user }) => ownUserJson(await putPicture(services, user, null))),
]
