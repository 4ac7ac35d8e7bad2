import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Route } from '@playwright/test'

/** How often, of messages and requests: lost, sent twice, late; and of answers: lost after the work was done. */
const chances = { lost: 0.1, twice: 0.2, late: 0.45, unanswered: 0.2 }
/** The longest delay in ms. Messages overtake each other. */
const longest = 400

interface BadNetwork {
  readonly random: () => number
  /** Whether the network is bad at the moment. */
  readonly isBad: () => boolean
}

/**
 * Puts a bad network between a browser and the server: messages of decks' channels are lost, doubled or late, and saves
 * lost, doubled or not answered. Call it before the browser opens a page.
 */
export async function spoilNetwork(context: BrowserContext, { random, isBad }: BadNetwork): Promise<void> {
  const over = (send: (message: string | Buffer) => void) => (message: string | Buffer) => {
    const deliver = () => {
      try {
        send(message)
      } catch {
        // Closed meanwhile.
      }
    }
    const isOfDeck = typeof message === 'string' && /^4[23]\/editor,/.test(message)
    const dice = isOfDeck && isBad() ? random() : 1
    if (dice < chances.lost) return
    if (dice < chances.late && dice >= chances.twice) void setTimeout(random() * longest).then(deliver)
    else deliver()
    if (dice < chances.twice) deliver()
  }
  await context.routeWebSocket(/\/socket\.io\//, (page) => {
    const server = page.connectToServer()
    page.onMessage(over((message) => server.send(message)))
    server.onMessage(over((message) => page.send(message)))
  })
  await context.route(/\/api\/v1\/decks\/\d+\.json$/, (route) =>
    save(route, isBad() ? random() : 1).catch(() => undefined),
  )
}

async function save(route: Route, dice: number): Promise<void> {
  if (route.request().method() !== 'PUT' || dice > 0.5) return route.continue()
  if (dice < chances.lost) return route.abort()
  await route.fetch()
  return dice < chances.lost + chances.unanswered ? route.abort() : route.continue()
}

/**
 * For controls: the saves of this browser reach a server that ignores their base, and no socket notifies it of other
 * changes. `newest`: the newest version of a deck.
 */
export async function ignoreBases(context: BrowserContext, newest: (deckId: number) => number): Promise<void> {
  await context.routeWebSocket(/\/socket\.io\//, (socket) => socket.close())
  await context.route(/\/api\/v1\/decks\/\d+\.json$/, async (route) => {
    const request = route.request()
    if (request.method() !== 'PUT') return route.continue()
    const version = newest(Number(/(\d+)\.json/.exec(request.url())?.[1]))
    const { deck } = request.postDataJSON() as { deck: object }
    return route.continue({ postData: JSON.stringify({ deck: { ...deck, version } }) })
  })
}
