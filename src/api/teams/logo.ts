import { randomBytes } from 'node:crypto'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { StreamAnswer } from '../contract.ts'
import { encodeThumbnail } from '../media/reencode-image.ts'
import { putFile, recordPossibleOrphans } from '../orphaned-files/file-references.ts'
import { readId } from '../read-id.ts'
import type { Context } from '../route.ts'
import { readPictureFile } from '../users/picture.ts'
import type { teamsContracts as contracts } from './contract.ts'
import { lockTeam, type TeamRow, teamById, updateTeam } from './queries.ts'

/** Sends a team's logo. Throws 404 without one. */
export async function sendLogo({ db, params, reply, services }: Context<typeof contracts.logo>): Promise<StreamAnswer> {
  const team = await teamById(db, readId(params.id))
  const file = team?.logo_key ? await services.files.get(team.logo_key) : null
  if (!file) throw new HttpError(404, messages.access.notFound)
  // The URL contains no secret and changes with the logo.
  reply.header('cache-control', 'public, max-age=86400')
  return { type: file.type, body: file.body }
}

/** Stores the key of a new logo (null: none) and deletes the old file. */
async function setLogo(
  { owner, request, services, user }: Context<typeof contracts.changeLogo> | Context<typeof contracts.removeLogo>,
  key: string | null,
): Promise<TeamRow> {
  const now = services.now()
  const { before, changed } = await services.database.transaction(async (trx) => {
    const team = await lockTeam(trx, services.database.kind, owner)
    await recordPossibleOrphans(trx, [team.logo_key], now)
    const entry = { actorId: user.id, action: 'team.change', resource: `team:${team.id}` }
    await audit(trx, services, request, { ...entry, detail: { fields: ['logo'] } })
    return { before: team.logo_key, changed: await updateTeam(trx, team.id, { logo_key: key, updated_at: now }) }
  })
  if (before) await services.files.delete(before)
  return changed
}

/** Stores an uploaded logo as WebP of at most 320 px, in its proportions. Throws 422 if it is no accepted image. */
export async function changeLogo(context: Context<typeof contracts.changeLogo>): Promise<TeamRow> {
  // SVG is refused, since it may reference other files.
  const logo = await encodeThumbnail(await readPictureFile(context.request))
  if (!logo) throw invalid('picture', messages.media.onlyImages)
  const key = `logos/${randomBytes(16).toString('hex')}.webp`
  // The file is stored before the row that references it.
  await putFile(context.services, key, logo, 'image/webp')
  return setLogo(context, key)
}

/** Removes the team's logo. */
export function removeLogo(context: Context<typeof contracts.removeLogo>): Promise<TeamRow> {
  return setLogo(context, null)
}
