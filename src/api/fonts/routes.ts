import { route } from '../route.ts'
import { fontsContracts } from './contract.ts'
import { fontFamilies } from './font-families.ts'

const items = fontFamilies.map(({ family, variants }) => ({ family, variants: [...variants] }))

/** What answers the call about fonts. */
export const fontsRoutes = [
  route(fontsContracts.list, async (c) => {
    // The same for everybody, until the product itself changes.
    c.reply.header('cache-control', 'public, max-age=3600')
    return { items }
  }),
]
