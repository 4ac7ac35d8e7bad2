import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { canvasPath } from '../../rules/canvas-path.ts'
import { limits } from '../../rules/limits.ts'
import { HttpError } from '../http/http-error.ts'
import type { Files, Services } from '../services.ts'
import { type ByteCache, createByteCache } from './byte-cache.ts'
import type { ContentHosts } from './content-hosts.ts'
import { frameFingerprint } from './frame-address.ts'
import type { FrameDeck, FrameSource, FrameView } from './frame-source.ts'
import { FRAME_TOKEN_LIFE, readPublicFrame, verifyFrameToken } from './frame-token.ts'
import { ASSETS_PATH, type PlayerBuild } from './player-build.ts'
import {
  bringsScripts,
  canvasPolicy,
  contentHeaders,
  deckFramePolicy,
  frameHeaders,
  framePermissions,
} from './policies.ts'
import { SELF_TEST_PATH, selfTestAnswer } from './self-test.ts'
import { sendMedia } from './send-media.ts'
import type { StaticFile } from './static-files.ts'

const compress = promisify(gzip)

/** For the player's files, whose names contain a content hash. Shared caches may store only these responses. */
const PUBLIC_IMMUTABLE = 'public, max-age=31536000, immutable'
/**
 * For frames of public decks. They stay fresh as long as a frame token is valid; then the browser revalidates by ETag.
 */
const FRAME_CACHING = `private, max-age=${FRAME_TOKEN_LIFE / 1000}`

export interface ContentOptions {
  readonly services: Services
  /** Called at each request: the self-test may lower the mode after the start. */
  readonly hosts: () => ContentHosts
  readonly frames: FrameSource
  /** Uploaded media by key, as served. */
  readonly media: Files['get']
  readonly build: PlayerBuild
  readonly files: ReadonlyMap<string, StaticFile>
  /** The empty document of the editor's canvas. */
  readonly canvas: () => string
}

interface CachedFrame {
  readonly policy: string
  readonly bytes: Uint8Array
  /** Identifies this rendering, since the document and its policy share a nonce. */
  readonly etag: string
  readonly isPreliminary: boolean
}

interface Content extends ContentOptions {
  readonly cache: ByteCache<CachedFrame>
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Serves deck frames, media and the player's files on the content hosts. The app's host serves the same files, the
 * canvas and, without a content host, the frames. Everything else on a content host is a 404.
 */
export function serveContent(app: FastifyInstance, options: ContentOptions): void {
  const content: Content = { ...options, cache: createByteCache(limits.memory.frames) }
  const onContent = { constraints: { surface: 'content' } }
  const both = (url: string, handler: Handler, config: Record<string, unknown> = {}): void => {
    app.get(url, { ...onContent, config }, guarded(handler))
    app.get(url, { config }, guarded(handler))
  }
  both('/d/:version/:token', (request, reply) => sendFrame(content, request, reply))
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

/** Refuses service workers: a content host runs untrusted scripts, and a service worker would persist there. */
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

/** The deck and the view that a frame URL requests. Throws 404 for any URL that this server did not make. */
async function requestedFrame(
  content: Content,
  request: FastifyRequest,
): Promise<{ deck: FrameDeck; view: FrameView; current: boolean }> {
  const { version, token: text } = request.params as { version: string; token: string }
  const { services, frames, build } = content
  const hosts = content.hosts()
  // The player never reads the query, so no URL of ours has one.
  if (request.url.includes('?') || !/^\d{1,10}$/.test(version)) throw notFound()
  if (hosts.mode !== 'none' && request.surface.kind !== 'content') throw notFound()
  const publicFrame = readPublicFrame(text)
  const token = publicFrame ? null : verifyFrameToken(services.keys, text, services.now().getTime())
  const requested = publicFrame ?? token
  if (!requested || !hosts.serves(requested.deckId, labelOf(request))) throw notFound()
  const grant = token?.grant ?? 'public'
  const deck = await frames(requested.deckId, grant)
  if (!deck || (publicFrame && !deck.isPublic)) throw notFound()
  const isCurrent = Number(version) === deck.version
  return {
    deck,
    view: {
      mode: requested.mode,
      autoplay: requested.autoplay,
      notes: token?.notes ?? false,
      grant,
      ...(token?.earlier ? { version: token.version } : {}),
    },
    current: publicFrame !== null && isCurrent && publicFrame.fingerprint === frameFingerprint(deck, build.fingerprint),
  }
}

async function sendFrame(content: Content, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { deck, view, current: isCurrent } = await requestedFrame(content, request)
  const key = isCurrent ? `${request.host} ${request.url}` : null
  const frame = (key && content.cache.get(key)) || (await makeFrame(content, deck, view))
  const current = isCurrent && !frame.isPreliminary
  if (key && current) content.cache.set(key, frame, frame.bytes.byteLength)
  reply
    .header('content-security-policy', frame.policy)
    .header('permissions-policy', framePermissions)
    .header('vary', 'accept-encoding')
  const caching = current ? FRAME_CACHING : 'private, no-store'
  const headers = frameHeaders(bringsScripts(deck.themeScripts, view.mode))
  if (current) reply.header('etag', frame.etag)
  if (current && request.headers['if-none-match'] === frame.etag) {
    return reply.headers(headers).header('cache-control', caching).code(304).send()
  }
  if (/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
    reply.header('content-encoding', 'gzip')
    return finish(reply, 'text/html; charset=utf-8', caching, frame.bytes, headers)
  }
  return finish(reply, 'text/html; charset=utf-8', caching, gunzipSync(frame.bytes), headers)
}

async function makeFrame(content: Content, deck: FrameDeck, view: FrameView): Promise<CachedFrame> {
  const hosts = content.hosts()
  const themeScripts = bringsScripts(deck.themeScripts, view.mode) && hosts.allowsThemeScripts
  const nonce = randomBytes(16).toString('base64url')
  const { html, isPreliminary } = await deck.document(view, themeScripts ? null : nonce)
  const policy = deckFramePolicy({
    nonce,
    self: hosts.originFor(deck.id),
    ownOrigin: hosts.hasOwnOrigin(themeScripts),
    themeScripts,
    mode: view.mode,
    // Every page around a frame is checked, so an embedded deck must allow any.
    ancestors: view.mode === 'embed' ? ['*'] : hosts.origins.app,
  })
  return {
    policy,
    bytes: await compress(html, { level: 6 }),
    etag: `"${randomBytes(9).toString('base64url')}"`,
    isPreliminary,
  }
}

async function sendFile(content: Content, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const file = content.files.get((request.params as { '*': string })['*'])
  if (!file) throw notFound()
  // A document without an origin fetches modules and fonts cross-origin.
  reply.header('access-control-allow-origin', '*').header('etag', file.etag).header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const { bytes, encoding } = file.body(String(request.headers['accept-encoding'] ?? ''))
  if (encoding) reply.header('content-encoding', encoding)
  return finish(reply, file.type, PUBLIC_IMMUTABLE, bytes)
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
