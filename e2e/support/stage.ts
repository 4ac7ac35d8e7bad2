import type { BrowserContext, Locator, Page, WebSocketRoute } from '@playwright/test'
import { slideId } from './decks.ts'
import type { Complaints } from './journey.ts'

/** The current slide of a page with one deck. */
export function slideOf(page: Page): Locator {
  return page.frameLocator('iframe').first().locator('.slides section.present:not(.stack)')
}

/** A slide of a talk: a title, and points as fragments. */
export function talkSlide(n: number, title: string, points: readonly string[] = []): string {
  const list = points.map((point) => `<p class="fragment">${point}</p>`).join('')
  const style = 'left: 80px; top: 160px; width: 800px; height: 300px;'
  const block = `<div class="block" data-block-type="text" data-block-id="${String(n).padStart(16, '0')}" style="${style}"><div class="block-content"><h2>${title}</h2>${list}</div></div>`
  return `<section data-id="${slideId(n)}">${block}</section>`
}

/**
 * Controls a browser's network. Going offline leaves open sockets open, so they are closed one by one. Call before a
 * page is opened.
 */
export async function networkOf(
  context: BrowserContext,
  complaints: Complaints,
): Promise<{ cut(): Promise<void>; mend(): Promise<void> }> {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|WebSocket connection to/)
  const open = new Set<WebSocketRoute>()
  await context.routeWebSocket(/socket\.io/, (socket) => {
    open.add(socket)
    socket.connectToServer()
  })
  return {
    cut: async () => {
      await context.setOffline(true)
      for (const socket of open) await socket.close()
      open.clear()
    },
    mend: () => context.setOffline(false),
  }
}

/** A phone as pages see it. */
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1',
}
