import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import sharp from 'sharp'
import { limits } from '../../rules/limits.ts'
import { imageTooLargeMessage, messages } from '../../rules/messages.ts'
import { themeColors } from '../../rules/theme-colors.ts'
import { invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'

/** Width and height of a person's picture, in px. */
const side = 256
/** Seconds that making it may take. */
const longest = 10
const formats: readonly (string | undefined)[] = ['png', 'jpeg', 'gif', 'webp']

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

/**
 * A square WebP of any picture, drawn anew: whatever else was in the file (place, camera, hidden bytes) is gone.
 * Throws 422 when it is not one of the formats, or larger than 40 megapixels.
 */
export async function makePicture(bytes: Uint8Array): Promise<Uint8Array> {
  const options = { limitInputPixels: limits.media.pixels, failOn: 'error', pages: 1 } as const
  try {
    // The bytes decide what it is, not the name; drawings could hold references to other files.
    const { format } = await sharp(bytes, options).metadata()
    if (!formats.includes(format)) throw new Error(`The format ${format} is not taken`)
    return await sharp(bytes, options)
      .timeout({ seconds: longest })
      .rotate()
      .resize(side, side, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    throw invalid('picture', messages.media.onlyImages)
  }
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

/** A picture for somebody who has none: their initials on a colour of their own. SVG; letters and digits only, so nothing needs escaping. */
export function drawInitials(user: Pick<UserRow, 'id' | 'username' | 'name'>): string {
  const colors = themeColors.filter((color) => color.dark)
  const color = colors[user.id % colors.length]
  const letters = initials(user).replace(/[^\p{L}\p{N}]/gu, '')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}">`,
    `<rect width="${side}" height="${side}" fill="${color?.background}"/>`,
    `<text x="50%" y="50%" dy=".36em" text-anchor="middle" font-family="Helvetica, Arial, sans-serif" `,
    `font-size="${letters.length > 1 ? 96 : 128}" fill="${color?.heading}">${letters}</text></svg>`,
  ].join('')
}
