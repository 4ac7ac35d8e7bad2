import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Contract } from '../src/api/contract.ts'

/** The API's contract files. */
const contractFile = /\/src\/api\/[^/]+\/contract\.ts$/

/** The parts of a contract that a browser needs to call its route. */
function slim({ method, path, output }: Contract): Pick<Contract, 'method' | 'path'> & { output: string } {
  return { method, path, output: typeof output === 'string' ? output : 'json' }
}

function isContractList(value: unknown): value is Record<string, Contract> {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => one?.method && one.path)
}

/**
 * Contracts describe a route once for server, API page and browser. The browser needs only method and path, so the
 * bundle contains only those: schemas (and zod) stay on the server, which validates anyway. Other exports of a contract
 * file do not exist in the browser; using one fails the build.
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
