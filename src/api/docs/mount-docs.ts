import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { product } from '../../rules/product.ts'
import { type PageFonts, sendPlainPage } from '../../server/http/plain-page.ts'
import type { Services } from '../../server/services.ts'
import type { Route } from '../route.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

function ownVersion(): string {
  const path = new URL('../../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}

/**
 * Mounts /api/docs, a page for people, and /api/openapi.json. The document is built at the first request. `fonts`: the
 * page's typefaces; null without a build of the web app.
 */
export function mountDocs(
  app: FastifyInstance,
  routes: readonly Route[],
  services: Services,
  fonts: PageFonts | null,
): void {
  let made: Record<string, unknown> | undefined
  const document = () => {
    made ??= openApiDocument(
      routes.map((route) => route.contract),
      services.settings.baseUrl,
      ownVersion(),
    )
    return made
  }
  app.get('/api/docs', async (_request, reply) =>
    sendPlainPage(reply.header('cache-control', 'public, max-age=300'), services.instance, {
      title: `${product.name} API`,
      body: docsPage(document(), services.settings.baseUrl),
      fonts,
    }),
  )
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*').send(document()),
  )
}
