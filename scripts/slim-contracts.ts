import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Contract } from '../src/api/contract.ts'

/** The contract files of the API's resources. */
const contractFile = /\/src\/api\/[^/]+\/contract\.ts$/

/** What a browser needs to know of a route to call it. */
function slim({ method, path, output }: Contract): Pick<Contract, 'method' | 'path'> & { output: string } {
  return { method, path, output: typeof output === 'string' ? output : 'json' }
}

function isContractList(value: unknown): value is Record<string, Contract> {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => one?.method && one.path)
}

/**
 * Contracts state a route once for server, API page and browser. The browser calls routes by method and path alone,
 * so the bundle gets only those: the schemas (and the library that reads them) stay on the server, which checks
 * everything anyway. Anything else that a contract file exports is not there in the browser; using it fails the build.
 */
export function slimContracts(): Plugin {
  return {
    name: 'slim-contracts',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? id
      if (!contractFile.test(file)) return null
      const module: Record<string, unknown> = await import(pathToFileURL(file).href)
      const exports = Object.entries(module).flatMap(([name, value]) => {
        if (!isContractList(value)) return []
        const calls = Object.fromEntries(Object.entries(value).map(([call, contract]) => [call, slim(contract)]))
        return [`export const ${name} = ${JSON.stringify(calls)}`]
      })
      return { code: exports.join('\n'), moduleType: 'js' }
    },
  }
}
