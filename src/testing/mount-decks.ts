import type { FastifyInstance } from 'fastify'
import { deckFrameSource } from '../api/deck-pages/frame-source.ts'
import { mountDeckPages, sendUpgrade } from '../api/deck-pages/mount-deck-pages.ts'
import { mountEditorPage } from '../api/deck-pages/mount-editor-page.ts'
import { cachedOutlines } from '../api/deck-pages/outlines.ts'
import type { DeckPagesOptions } from '../api/deck-pages/page-answer.ts'
import { createViewCounter } from '../api/decks/view-counter.ts'
import { createMediaReader } from '../api/media/read-media.ts'
import { mountOembed } from '../api/oembed/mount-oembed.ts'
import type { Pages } from '../api/pages/pages.ts'
import { themeFrames } from '../api/themes/theme-frames.ts'
import { renderCanvasDocument } from '../document/output/canvas-document.ts'
import { createContentHosts } from '../server/content/content-hosts.ts'
import { serveContent } from '../server/content/serve-content.ts'
import type { Services } from '../server/services.ts'
import { deckPageDocuments } from '../web/pages/deck/deck-page-documents.ts'
import { fakePlayerBuild as build } from './fake-player-build.ts'

/** Sends a page's own markup, without the shell that needs the built web app. */
const plainPages = {
  sendShared: async () => false,
  send: async (_request, reply, page) => {
    const { head = '', data, meta, policy } = page
    const body = typeof page.body === 'function' ? page.body('N', '') : page.body
    reply.header('x-ancestors', (policy?.ancestors ?? []).join(' ')).header('x-hidden', String(meta.hidden))
    return reply.type('text/html').send(`${head}${body}<i>${JSON.stringify(data)}</i>`)
  },
} as Partial<Pages> as Pages

/**
 * All routes that show decks, for API tests: frames, their pages and oEmbed, without a build. `pages` sends complete
 * pages instead of their own markup.
 */
export function mountDecks(server: FastifyInstance, services: Services, pages: Pages = plainPages): void {
  const hosts = createContentHosts(services.settings, services.keys)
  const frames = deckFrameSource({ services, build, fontSources: () => [] })
  const canvas = () => renderCanvasDocument('/a/canvas.css')
  const media = createMediaReader(services)
  const samples = themeFrames({ services, build, hosts: () => hosts, fontSources: () => [] })
  services.sampleFrames.provide(samples.addressOf)
  serveContent(server, {
    services,
    hosts: () => hosts,
    frames: samples.with(frames),
    media,
    build,
    files: new Map(),
    canvas,
  })
  mountOembed(server, services)
  const options: DeckPagesOptions = {
    services,
    pages,
    hosts: () => hosts,
    frames,
    outlines: cachedOutlines(services.database.read),
    views: createViewCounter(services),
    build: 'build',
    documents: deckPageDocuments,
  }
  mountDeckPages(server, options)
  mountEditorPage(server, {
    services,
    pages,
    sendUpgrade: (request, reply, found) => sendUpgrade(options, request, reply, found),
  })
}

/** URL of the deck frame in a page's markup. */
export function frameIn(html: string): URL {
  return new URL(/src="(http[^"]+\/d\/[^"]+)"/.exec(html)?.[1] ?? 'http://none.invalid')
}
