import { route } from '../route.ts'
import { fontsContracts } from './contract.ts'
import { fontFamilies } from './font-families.ts'

const items = fontFamilies.map(({ family, variants }) => ({ family, variants: [...variants] }))

/** Handler of the font list. */
export const fontsRoutes = [
  route(fontsContracts.list, async (c) => {
    // The same for all users until the next release.
    c.reply.header('cache-control', 'public, max-age=3600')
    return { items }
  }),
]
