import { join } from 'node:path'
import { listenEverywhere } from './own-network.ts'
import { reachByAddress, reachByName, site, type Tried } from './reach-by-address.ts'
import { reachByBrowser, reachFromNetwork } from './reach-by-browser.ts'
import { reachByFiles, reachBySync } from './reach-by-files.ts'

// Runs in a network of its own (own-network.ts): tries every way by which users could make the server or its browsers send
// requests to private addresses. The control is the same without guards. Ends with 1 if anything got out.

const dist = join(import.meta.dirname, '../../../../dist')
const listener = await listenEverywhere(site)
let isGood = true

function show({ way, tried, reached, undone }: Tried): void {
  console.log(`requests, ${way}: ${tried} tried, ${reached.length} reached a private address`)
  for (const one of reached) console.error(`requests, ${way}: ${one}`)
  for (const one of undone) console.error(`requests, ${way}: not done: ${one}`)
  if (reached.length + undone.length > 0) isGood = false
}

for (const tried of await reachByAddress(listener)) show(tried)
show(await reachByName(listener))
show(await reachBySync(listener))
for (const tried of await reachByFiles(listener, dist)) show(tried)
for (const tried of await reachByBrowser(listener)) show(tried)

const unguarded = await reachByAddress(listener, true)
const open = [
  ...unguarded.map(({ way, tried, reached }) => ({ way, tried, reached: reached.length })),
  { way: 'a browser with a network', ...(await reachFromNetwork(listener)) },
]
for (const { way, tried, reached } of open) {
  console.log(`requests, control, ${way}: ${reached} of ${tried} reached a private address`)
  if (reached < tried / 4) {
    console.error('requests, control: too few get out without guards, so this run proves nothing')
    isGood = false
  }
}
await listener.close()
process.exit(isGood ? 0 : 1)
