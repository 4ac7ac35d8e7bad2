import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { limits } from '../../rules/limits.ts'
import { imageTooLargeMessage, messages } from '../../rules/messages.ts'
import { invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { encodePortrait } from '../media/reencode-image.ts'

/** Width and height of the initials' SVG, in px. */
const side = 256
/**
 * Background colors of initials. White letters have a contrast of 4.5:1 on each. Each has 3:1 against light and dark
 * pages.
 */
const initialsColors = ['#1a7d61', '#3a70b8', '#b5522e', '#7d5fc0', '#b0467f', '#8a6a10', '#2b7f8e', '#c0392b'] as const

/** Reads the first file of a form. Throws 422 if there is none or it is too large. */
export async function readPictureFile(request: FastifyRequest): Promise<Buffer> {
  const maxBytes = limits.upload.imageKilobytes * 1000
  const part = request.isMultipart() ? await request.file({ limits: { fileSize: maxBytes } }) : undefined
  if (!part) throw invalid('picture', messages.form.required)
  const bytes = await part.toBuffer().catch(() => null)
  if (bytes === null || part.file.truncated)
    throw invalid('picture', imageTooLargeMessage(limits.upload.imageKilobytes))
  return bytes
}

/**
 * Encodes a square WebP without metadata. Throws 422 if the file is not an accepted image, 429 if the queue is full.
 */
export async function encodePicture(bytes: Uint8Array): Promise<Uint8Array> {
  // The type is detected from the bytes. SVG is refused, since it may reference other files.
  const picture = await encodePortrait(bytes)
  if (!picture) throw invalid('picture', messages.media.onlyImages)
  return picture
}

/** Makes a key for a user's picture; unique, so that browsers can cache pictures forever. */
export function newPictureKey(): string {
  return `pictures/${randomBytes(16).toString('hex')}.webp`
}

/** A user's initials: of the first and last name, else the first letter of the username. */
function initials(user: Pick<UserRow, 'username' | 'name'>): string {
  const words = (user.name ?? '').split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const from = words.length === 0 ? [user.username] : [words[0], ...words.slice(1).slice(-1)]
  return from.map((word) => ([...(word ?? '')][0] ?? '').toUpperCase()).join('')
}

/**
 * The avatar of a user without a picture: initials on a color. It contains only letters and digits, so nothing needs
 * escaping.
 */
export function drawInitials(user: Pick<UserRow, 'id' | 'username' | 'name'>): string {
  const color = initialsColors[user.id % initialsColors.length]
  const letters = initials(user).replace(/[^\p{L}\p{N}]/gu, '')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}">`,
    `<rect width="${side}" height="${side}" fill="${color}"/>`,
    `<text x="50%" y="50%" dy=".36em" text-anchor="middle" font-family="Helvetica, Arial, sans-serif" `,
    `font-size="${letters.length > 1 ? 96 : 128}" fill="#fff">${letters}</text></svg>`,
  ].join('')
}
