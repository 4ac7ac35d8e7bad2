import { route } from '../route.ts'
import { kudosContracts } from './contract.ts'
import { addKudo, removeKudo } from './queries.ts'

/** Handlers of the like routes. */
export const kudosRoutes = [
  route(kudosContracts.kudo, async (c) => {
    if (c.user) await addKudo(c.db, c.loaded.deck.id, c.user.id, c.services.now())
    return undefined
  }),

  route(kudosContracts.unkudo, async (c) => {
    if (c.user) await removeKudo(c.db, c.loaded.deck.id, c.user.id)
    return undefined
  }),
]
