import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { deckFrameSource } from './api/deck-pages/frame-source.ts'
import { mountDeckPages } from './api/deck-pages/mount-deck-pages.ts'
import { mountLivePages } from './api/deck-pages/mount-live-pages.ts'
import { cachedOutlines } from './api/deck-pages/outlines.ts'
import type { DeckPagesOptions } from './api/deck-pages/page-answer.ts'
import { createViewCounter } from './api/decks/view-counter.ts'
import { createMediaReader } from './api/media/read-media.ts'
import { mountOembed } from './api/oembed/mount-oembed.ts'
import type { PageRoutes } from './api/pages/mount-pages.ts'
import type { Pages } from './api/pages/pages.ts'
import { themeFrames } from './api/themes/theme-frames.ts'
import { fontSources } from './blocks/font-source.ts'
import { renderCanvasDocument } from './document/output/canvas-document.ts'
import {
  type ContentHosts,
  type ContentMode,
  contentModeOf,
  createContentHosts,
} from './server/content/content-hosts.ts'
import { readPlayerBuild } from './server/content/player-build.ts'
import type { Origins } from './server/content/policies.ts'
import { fetchOwn, provenContentMode, retrySelfTest } from './server/content/self-test.ts'
import { serveContent } from './server/content/serve-content.ts'
import { readStaticFiles } from './server/content/static-files.ts'
import type { Services } from './server/services.ts'
import { deckPageDocuments } from './web/pages/deck/deck-page-documents.ts'
import { livePage } from './web/pages/live/live-page.ts'

/** The parts of the server that show decks. */
export interface DeckSide {
  /** The hosts of decks and media; without a content host while its self-test fails. */
  hosts(): ContentHosts
  /**
   * Serves deck frames, media, the player's files, the canvas and oEmbed. Tests the content host once the server listens.
   * While that test fails, decks are shown without a content host.
   */
  serve(app: FastifyInstance): void
  /** Creates the deck pages for mountPages. */
  pages(pages: Pages): PageRoutes
  /** Their options, for sendUpgrade of the editor's route. */
  pageOptions(pages: Pages): DeckPagesOptions
}

/** Tests the content host once the server listens, and again while it fails. Calls `onMode` when the mode changes. */
function testContentHost(app: FastifyInstance, services: Services, onMode: (mode: ContentMode) => void): void {
  const { settings, keys, log } = services
  let isClosed = false
  let endRetries = (): void => {}
  app.addHook('onListen', async () => {
    const address = app.server.address()
    const port = typeof address === 'object' && address ? address.port : settings.port
    const prove = () => provenContentMode(settings, keys, fetchOwn(port))
    if (contentModeOf(settings.contentUrl) === 'none' || (await prove()) !== 'none' || isClosed) return
    log.warn(`${settings.contentUrl} does not lead here: decks are shown without a content host until it does`)
    onMode('none')
    endRetries = retrySelfTest(prove, (mode) => {
      log.info(`${settings.contentUrl} leads here now: decks are shown on it`)
      onMode(mode)
    })
  })
  app.addHook('onClose', async () => {
    isClosed = true
    endRetries()
  })
}

/**
 * Joins the parts that show decks. `dist`: the folder of the builds. Throws an Error that names the build command if the
 * player was not built.
 */
export function joinDecks(services: Services, dist: string): DeckSide {
  const { settings, keys } = services
  const folder = join(dist, 'player')
  const build = readPlayerBuild(folder)
  const frames = deckFrameSource({ services, build, fontSources })
  const outlines = cachedOutlines(services.database.read)
  const views = createViewCounter(services)
  let current = createContentHosts(settings, keys)
  // Mutated by the self-test: callers that keep the object see the current origins.
  const origins: Origins = {
    get app() {
      return current.origins.app
    },
    get content() {
      return current.origins.content
    },
  }
  const hosts = (): ContentHosts => ({ ...current, origins })
  const pageOptions = (pages: Pages): DeckPagesOptions => ({
    services,
    pages,
    hosts,
    frames,
    outlines,
    views,
    build: build.fingerprint,
    documents: deckPageDocuments,
  })
  return {
    hosts,
    serve: (app) => {
      const canvas = renderCanvasDocument(build.url('src/player/canvas.css'))
      const parts = { media: createMediaReader(services), files: readStaticFiles(folder), canvas: () => canvas }
      const samples = themeFrames({ services, build, hosts, fontSources })
      serveContent(app, { services, hosts, frames: samples.with(frames), build, ...parts })
      services.sampleFrames.provide(samples.addressOf)
      mountOembed(app, services)
      testContentHost(app, services, (mode) => {
        current = createContentHosts(settings, keys, mode)
      })
    },
    pages: (pages) => (scope) => {
      mountDeckPages(scope, pageOptions(pages))
      mountLivePages(scope, { ...pageOptions(pages), livePage })
    },
    pageOptions,
  }
}
