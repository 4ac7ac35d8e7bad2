import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { canvasPath } from '../../rules/canvas-path.ts'
import { limits } from '../../rules/limits.ts'
import { isPictureType } from '../../rules/picture-types.ts'
import { HttpError } from '../http/http-error.ts'
import type { Files, Services } from '../services.ts'
import { type ByteCache, createByteCache } from './byte-cache.ts'
import type { ContentHosts } from './content-hosts.ts'
import { frameFingerprint } from './frame-address.ts'
import type { FrameDeck, FrameSource, FrameView } from './frame-source.ts'
import { ASSETS_PATH, type PlayerBuild } from './player-build.ts'
import {
  bringsScripts,
  canvasPolicy,
  contentHeaders,
  deckFramePolicy,
  frameHeaders,
  framePermissions,
  mediaPolicy,
} from './policies.ts'
import { SELF_TEST_PATH, selfTestAnswer } from './self-test.ts'
import type { StaticFile } from './static-files.ts'
import { readPublicFrame, readTicket, TICKET_LIFE } from './ticket.ts'

const compress = promisify(gzip)

/** Files of the player, by the hash of their content: the only answers that caches between us and the browser may keep. */
const SHARED_FOR_EVER = 'public, max-age=31536000, immutable'
/** Uploaded media change only when a newer sanitizer cleans a drawing; who may see the deck they stand in does. */
const OWN_FOR_EVER = 'private, max-age=31536000, immutable'
/** Frames of public decks, for as long as a ticket would last; later the browser asks again, by the ETag. */
const FRAME_KEPT = `private, max-age=${TICKET_LIFE / 1000}`

export interface ContentOptions {
  readonly services: Services
  /** Asked at each request: the self-test may lower the mode after the start. */
  readonly hosts: () => ContentHosts
  readonly frames: FrameSource
  /** Uploaded media by key, as they may be sent. */
  readonly media: Files['get']
  readonly build: PlayerBuild
  readonly files: ReadonlyMap<string, StaticFile>
  /** The empty document of the editor's canvas. */
  readonly canvas: () => string
}

interface KeptFrame {
  readonly policy: string
  readonly bytes: Uint8Array
  /** Of this making: the document and its policy share a nonce. */
  readonly etag: string
}

interface Content extends ContentOptions {
  readonly kept: ByteCache<KeptFrame>
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Serves deck frames, media and the player's files on the content hosts, and on the app's host what belongs there: the
 * same files, the canvas, and, without a content host, the frames too. Everything else on a content host is a 404.
 */
export function serveContent(app: FastifyInstance, options: ContentOptions): void {
  const content: Content = { ...options, kept: createByteCache(limits.memory.frames) }
  const onContent = { constraints: { surface: 'content' } }
  const both = (url: string, handler: Handler, config: Record<string, unknown> = {}): void => {
    app.get(url, { ...onContent, config }, guarded(handler))
    app.get(url, { config }, guarded(handler))
  }
  both('/d/:version/:ticket', (request, reply) => sendFrame(content, request, reply))
  both('/m/*', (request, reply) => sendMedia(content, request, reply))
  both(`${ASSETS_PATH}*`, (request, reply) => sendFile(content, request, reply))
  both(SELF_TEST_PATH, (request, reply) => {
    const { nonce } = request.query as { nonce?: unknown }
    return finish(reply, 'text/plain; charset=utf-8', 'no-store', selfTestAnswer(content.services.keys, String(nonce)))
  })
  app.get(
    canvasPath,
    guarded((_request, reply) => sendCanvas(content, reply)),
  )
}

/** A content host runs scripts of strangers: none of them may install itself there for good. */
function guarded(handler: Handler): Handler {
  return (request, reply) => {
    if (request.headers['service-worker'] !== undefined) throw notFound()
    return handler(request, reply)
  }
}

function notFound(): HttpError {
  return new HttpError(404, 'Not found')
}

async function finish(
  reply: FastifyReply,
  type: string,
  caching: string,
  body: string | Uint8Array,
  headers = contentHeaders,
): Promise<unknown> {
  return reply.headers(headers).header('cache-control', caching).type(type).send(body)
}

/** The host's label; null on the app's host and on a content host for all decks. */
function labelOf(request: FastifyRequest): string | null {
  return request.surface.kind === 'content' ? request.surface.label : null
}

/** Which deck the address asks for and how, when the address may ask for it at all. */
async function askedFrame(
  content: Content,
  request: FastifyRequest,
): Promise<{ deck: FrameDeck; view: FrameView; current: boolean }> {
  const { version, ticket: text } = request.params as { version: string; ticket: string }
  const { services, frames, build } = content
  const hosts = content.hosts()
  // The player never reads the query; an address with one is not of our making.
  if (request.url.includes('?') || !/^\d{1,10}$/.test(version)) throw notFound()
  if (hosts.mode !== 'none' && request.surface.kind !== 'content') throw notFound()
  const open = readPublicFrame(text)
  const ticket = open ? null : readTicket(services.keys, text, services.now().getTime())
  const asked = open ?? ticket
  if (!asked || !hosts.serves(asked.deckId, labelOf(request))) throw notFound()
  const grant = ticket?.grant ?? 'public'
  const deck = await frames(asked.deckId, grant)
  if (!deck || (open && !deck.isPublic)) throw notFound()
  const isCurrent = Number(version) === deck.version
  return {
    deck,
    view: {
      mode: asked.mode,
      autoplay: asked.autoplay,
      notes: ticket?.notes ?? false,
      grant,
      ...(ticket?.earlier ? { version: ticket.version } : {}),
    },
    current: open !== null && isCurrent && open.fingerprint === frameFingerprint(deck, build.fingerprint),
  }
}

async function sendFrame(content: Content, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { deck, view, current } = await askedFrame(content, request)
  const key = current ? `${request.host} ${request.url}` : null
  const kept = (key && content.kept.get(key)) || (await makeFrame(content, deck, view))
  if (key) content.kept.set(key, kept, kept.bytes.byteLength)
  reply
    .header('content-security-policy', kept.policy)
    .header('permissions-policy', framePermissions)
    .header('vary', 'accept-encoding')
  const caching = current ? FRAME_KEPT : 'private, no-store'
  const headers = frameHeaders(bringsScripts(deck.themeScripts, view.mode))
  if (current) reply.header('etag', kept.etag)
  if (current && request.headers['if-none-match'] === kept.etag) {
    return reply.headers(headers).header('cache-control', caching).code(304).send()
  }
  if (/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
    reply.header('content-encoding', 'gzip')
    return finish(reply, 'text/html; charset=utf-8', caching, kept.bytes, headers)
  }
  return finish(reply, 'text/html; charset=utf-8', caching, gunzipSync(kept.bytes), headers)
}

async function makeFrame(content: Content, deck: FrameDeck, view: FrameView): Promise<KeptFrame> {
  const hosts = content.hosts()
  const themeScripts = bringsScripts(deck.themeScripts, view.mode) && hosts.allowsThemeScripts
  const nonce = randomBytes(16).toString('base64url')
  const html = await deck.document(view, themeScripts ? null : nonce)
  const policy = deckFramePolicy({
    nonce,
    self: hosts.originFor(deck.id),
    ownOrigin: hosts.hasOwnOrigin(themeScripts),
    themeScripts,
    mode: view.mode,
    // Every page around a frame is checked, so an embedded deck must be allowed in any.
    ancestors: view.mode === 'embed' ? ['*'] : hosts.origins.app,
  })
  return { policy, bytes: await compress(html, { level: 6 }), etag: `"${randomBytes(9).toString('base64url')}"` }
}

/** Names of stored media: what an upload was given, never what it was called. */
const mediaName = /^[A-Za-z0-9_-]{8,100}(?:\.[a-z0-9]{2,5})?$/
/** Types that a browser may display; anything else is a download. */
const shown = (type: string) => isPictureType(type) || /^video\/(mp4|webm)$/.test(type)

async function sendMedia(content: Content, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const name = (request.params as { '*': string })['*']
  const hosts = content.hosts()
  if (!mediaName.test(name)) throw notFound()
  // Uploaded bytes never come from the app's own host while there is another one.
  if (request.surface.kind !== 'content' && hosts.mode !== 'none') {
    return reply.header('cache-control', 'private, max-age=3600').redirect(`${hosts.mediaOrigin}/m/${name}`, 302)
  }
  const file = await content.media(`media/${name}`)
  if (!file) throw notFound()
  reply.headers(contentHeaders).header('cache-control', OWN_FOR_EVER).header('content-length', file.size)
  reply.header('content-security-policy', mediaPolicy).header('access-control-allow-origin', '*')
  if (!shown(file.type)) reply.header('content-disposition', 'attachment')
  return reply.type(file.type).send(file.body)
}

async function sendFile(content: Content, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const file = content.files.get((request.params as { '*': string })['*'])
  if (!file) throw notFound()
  // A document without an origin fetches modules and fonts as a stranger.
  reply.header('access-control-allow-origin', '*').header('etag', file.etag).header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const { bytes, encoding } = file.body(String(request.headers['accept-encoding'] ?? ''))
  if (encoding) reply.header('content-encoding', encoding)
  return finish(reply, file.type, SHARED_FOR_EVER, bytes)
}

async function sendCanvas(content: Content, reply: FastifyReply): Promise<unknown> {
  reply
    .header('content-security-policy', canvasPolicy(content.hosts().origins))
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'private, max-age=0, must-revalidate')
  return reply.type('text/html; charset=utf-8').send(content.canvas())
}
