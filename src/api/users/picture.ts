import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { limits } from '../../rules/limits.ts'
import { imageTooLargeMessage, messages } from '../../rules/messages.ts'
import { invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { drawPortrait } from '../media/draw-anew.ts'

/** Width and height of drawn initials, in px. */
const side = 256
/** Grounds of drawn initials: white letters keep 4.5:1 on each, and each keeps 3:1 on the pages' light and dark ground. */
export const grounds = ['#1a7d61', '#3a70b8', '#b5522e', '#7d5fc0', '#b0467f', '#8a6a10', '#2b7f8e', '#c0392b'] as const

/** The first file of a form. Throws 422 when there is none or it is too large. */
export async function readPictureFile(request: FastifyRequest): Promise<Buffer> {
  const most = limits.upload.imageKilobytes * 1000
  const part = request.isMultipart() ? await request.file({ limits: { fileSize: most } }) : undefined
  if (!part) throw invalid('picture', messages.form.required)
  const bytes = await part.toBuffer().catch(() => null)
  if (bytes === null || part.file.truncated)
    throw invalid('picture', imageTooLargeMessage(limits.upload.imageKilobytes))
  return bytes
}

/** A square WebP without metadata. Throws 422 when the file is not a picture that we take, 429 when too many wait. */
export async function makePicture(bytes: Uint8Array): Promise<Uint8Array> {
  // The bytes decide the type: an SVG could hold references to other files.
  const picture = await drawPortrait(bytes)
  if (!picture) throw invalid('picture', messages.media.onlyImages)
  return picture
}

/** A key for a person's picture; a new one each time, so that browsers may keep pictures for ever. */
export function newPictureKey(): string {
  return `pictures/${randomBytes(16).toString('hex')}.webp`
}

/** The initials of a person: of two names the first letters, else the first letter of the username. */
function initials(user: Pick<UserRow, 'username' | 'name'>): string {
  const words = (user.name ?? '').split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const from = words.length === 0 ? [user.username] : [words[0], ...words.slice(1).slice(-1)]
  return from.map((word) => ([...(word ?? '')][0] ?? '').toUpperCase()).join('')
}

/** The avatar of a user without a picture: initials on a color. SVG of letters and digits only, so nothing needs escaping. */
export function drawInitials(user: Pick<UserRow, 'id' | 'username' | 'name'>): string {
  const color = grounds[user.id % grounds.length]
  const letters = initials(user).replace(/[^\p{L}\p{N}]/gu, '')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}">`,
    `<rect width="${side}" height="${side}" fill="${color}"/>`,
    `<text x="50%" y="50%" dy=".36em" text-anchor="middle" font-family="Helvetica, Arial, sans-serif" `,
    `font-size="${letters.length > 1 ? 96 : 128}" fill="#fff">${letters}</text></svg>`,
  ].join('')
}
