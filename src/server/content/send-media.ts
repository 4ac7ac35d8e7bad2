import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../rules/limits.ts'
import { isPictureType } from '../../rules/picture-types.ts'
import { isVideoType } from '../../rules/video-types.ts'
import { HttpError } from '../http/http-error.ts'
import type { Files, StoredFile } from '../services.ts'
import { requestedPart } from './byte-range.ts'
import type { ContentHosts } from './content-hosts.ts'
import { contentHeaders, mediaPolicy } from './policies.ts'

/** For uploads, which change only when a newer sanitizer cleans an SVG. Private: access to their deck can end. */
const PRIVATE_IMMUTABLE = 'private, max-age=31536000, immutable'
/** Names of stored media: the generated key, never the uploaded file's name. */
const mediaName = /^[A-Za-z0-9_-]{8,100}(?:\.[a-z0-9]{2,5})?$/

export interface MediaSource {
  readonly hosts: () => ContentHosts
  /** Uploaded media by key, as served. */
  readonly media: Files['get']
}

/** Sends an uploaded file from a content host. Videos are sent in parts, since browsers seek in them. */
export async function sendMedia(
  { hosts, media }: MediaSource,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const name = (request.params as { '*': string })['*']
  const { mode, mediaOrigin } = hosts()
  if (!mediaName.test(name)) throw new HttpError(404, 'Not found')
  // Uploaded bytes never come from the app's own host if there is a content host.
  if (request.surface.kind !== 'content' && mode !== 'none') {
    const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
    return reply.header('cache-control', 'private, max-age=3600').redirect(`${mediaOrigin}/m/${name}${query}`, 302)
  }
  const download = downloadHeader((request.query as { download?: unknown }).download, name)
  if (download !== null) reply.header('content-disposition', download)
  if (/\.(?:mp4|webm)$/.test(name)) return sendVideo(media, name, request, reply)
  const file = await media(`media/${name}`)
  if (!file) throw new HttpError(404, 'Not found')
  // Any other type is a download.
  if (!isPictureType(file.type)) reply.header('content-disposition', 'attachment')
  return finish(reply.header('content-length', file.size), file)
}

/** The header that saves a file under a label and its own ending; null if no download is requested. */
function downloadHeader(requested: unknown, name: string): string | null {
  if (typeof requested !== 'string') return null
  const label = requested
    .slice(0, limits.media.label)
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .trim()
  if (label === '') return 'attachment'
  const ending = /\.[a-z0-9]+$/.exec(name)?.[0] ?? ''
  const fileName = label.toLowerCase().endsWith(ending) ? label : `${label}${ending}`
  return `attachment; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, percentEncoded)}`
}

/** encodeURIComponent leaves some characters that a header's value must not contain. */
function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

function finish(reply: FastifyReply, { type, body }: Pick<StoredFile, 'type' | 'body'>): FastifyReply {
  reply.headers(contentHeaders).header('cache-control', PRIVATE_IMMUTABLE)
  reply.header('content-security-policy', mediaPolicy).header('access-control-allow-origin', '*')
  return reply.type(type).send(body)
}

async function sendVideo(
  media: MediaSource['media'],
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  // A video's file never changes.
  const etag = `"${name}"`
  const { range, 'if-range': condition } = request.headers
  const isCurrent = condition === undefined || condition === etag
  let part: ReturnType<typeof requestedPart> = 'all'
  const file = await media(`media/${name}`, (size) => {
    if (request.method === 'GET' && isCurrent) part = requestedPart(range, size)
    return typeof part === 'string' ? null : part
  })
  if (!file) throw new HttpError(404, 'Not found')
  const { size, type, body } = file
  reply.header('accept-ranges', 'bytes').header('etag', etag)
  if (!isVideoType(type)) reply.header('content-disposition', 'attachment')
  return sendPart(reply, { size, type, body }, request.method === 'HEAD' ? 'head' : part)
}

/** `part` 'head': only the headers. */
function sendPart(
  reply: FastifyReply,
  { size, type, body }: StoredFile,
  part: ReturnType<typeof requestedPart> | 'head',
): FastifyReply {
  if (part === 'none' || part === 'head') {
    // Its bytes are not needed, and a discarded body would be read to its end.
    ;(body as Readable).destroy()
    if (part === 'none') reply.code(416).header('content-range', `bytes */${size}`)
    return finish(reply.header('content-length', part === 'none' ? 0 : size), { type, body: Readable.from([]) })
  }
  if (part === 'all') return finish(reply.header('content-length', size), { type, body })
  reply.code(206).header('content-range', `bytes ${part.first}-${part.last}/${size}`)
  return finish(reply.header('content-length', part.last - part.first + 1), { type, body })
}
