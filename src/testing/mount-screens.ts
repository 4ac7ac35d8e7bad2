import type { FastifyInstance } from 'fastify'
import { mountPages } from '../api/pages/mount-pages.ts'
import { createPages } from '../api/pages/pages.ts'
import type { WebBuild } from '../api/pages/web-build.ts'
import { createContentHosts } from '../server/content/content-hosts.ts'
import type { Services } from '../server/services.ts'
import { firstScript, fullTitle, paths, renderErrorPage, renderPage } from '../web/entry-server.tsx'
import { mountDecks } from './mount-decks.ts'

/** The app's pages without browser assets: no build needed. */
export const pagesBuild: WebBuild = {
  ...{ renderPage, renderErrorPage, paths, firstScript, fullTitle, styleText: () => '', files: new Map() },
  assetsOf: () => ({ script: '/a.js', styles: [], preloads: [], fonts: [] }),
}

/** All complete pages as the server sends them, with the routes that show decks; for `extend` of a test's app. */
export function mountScreens(server: FastifyInstance, services: Services): void {
  const { origins } = createContentHosts(services.settings, services.keys)
  const pages = createPages({ services, origins, build: pagesBuild })
  void mountPages(server, pages, pagesBuild, [(scope) => mountDecks(scope, services, pages)])
}
