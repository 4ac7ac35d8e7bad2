import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { StaticFile } from '../../server/content/static-files.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { Pages } from './pages.ts'
import type { WebBuild } from './web-build.ts'

/** Registers pages in a scope that renders errors as pages. */
export type PageRoutes = (scope: FastifyInstance) => void

/** Whether an unknown path belongs to the API or the sockets, whose clients expect JSON. */
function expectsJson(path: string): boolean {
  return path.startsWith('/api/') || path.startsWith('/socket.io/')
}

function sendFile(file: StaticFile, lasting: boolean, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    .header('etag', file.etag)
    .header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const { bytes, encoding } = file.body(String(request.headers['accept-encoding'] ?? ''))
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(file.type).send(bytes)
}

function mountFiles(app: FastifyInstance, build: WebBuild): void {
  for (const [path, file] of build.files) {
    app.get(path, (request, reply) => sendFile(file, path.startsWith('/assets/'), request, reply))
  }
}

/**
 * Mounts the app's pages and files, and the pages registered by `more` (decks, editor). Other paths get the 404 page.
 */
export async function mountPages(
  app: FastifyInstance,
  pages: Pages,
  build: WebBuild,
  more: readonly PageRoutes[] = [],
): Promise<void> {
  mountFiles(app, build)
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      // Rethrows to the app's error handler, which answers in JSON.
      if (expectsJson(request.url)) throw error
      return pages.sendError(request, reply, error)
    })
    for (const path of build.paths) scope.get(path, (request, reply) => pages.render(request, reply))
    for (const routes of more) routes(scope)
    scope.get('/*', async (request) => {
      if (expectsJson(request.url)) throw new HttpError(404, 'Not found')
      return pages.sendMissing(request)
    })
  })
}
