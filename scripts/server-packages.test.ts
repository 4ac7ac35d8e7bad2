import { expect, test } from 'vitest'
import { packagesOf, serverPackageProblems, serverPackages } from './server-packages.ts'

const readFrom = (files: Record<string, string>) => (path: string) => files[path] ?? null

test('packages are found in any notation, and type imports load none', () => {
  const source = `import { WebSocketServer } from 'ws'
import createLess, {
  type LessCore,
} from 'less/lib/less/index.js'
import { type Only, value } from '@scope/mixed'
import type { Kysely } from 'kysely'
import type {
  Several,
} from 'several'
export type Length = number
import { join } from 'node:path'
import { own } from './own.ts'
const { createClient } = await import('redis')
const styles = createRequire(import.meta.url).resolve('reveal.js/reveal.css')
type Typeset = typeof import('katex')`
  expect(packagesOf(source).sort()).toEqual(['@scope/mixed', 'less', 'redis', 'reveal.js', 'ws'])
})

test('packages of threads and child processes count as the server’s own', () => {
  const read = readFrom({
    'src/main.ts': "import { start } from './server/start.ts'\n",
    'src/server/start.ts':
      "const worker = new Worker(new URL('../clean-worker.ts', import.meta.url))\nconst child = join(import.meta.dirname, 'child.ts')\n",
    'src/clean-worker.ts': "import { parse } from 'parse5'\n",
    'src/server/child.ts': "import sharp from 'sharp'\n",
    'src/web/page.tsx': "import { useState } from 'react'\n",
  })
  expect(Object.fromEntries(serverPackages(read))).toEqual({
    parse5: 'src/clean-worker.ts',
    sharp: 'src/server/child.ts',
  })
})

test('a package that the server loads and an installation omits fails the check, with a solution', () => {
  const read = readFrom({ 'src/main.ts': "import { WebSocketServer } from 'ws'\nimport Fastify from 'fastify'\n" })
  const [problem, ...others] = serverPackageProblems(read, { fastify: '5.0.0' })
  expect(others).toEqual([])
  expect(problem).toContain('src/main.ts imports ws')
  expect(problem).toContain('npm install --save-exact --save-prod ws')
  expect(serverPackageProblems(read, { fastify: '5.0.0', ws: '8.0.0' })).toEqual([])
})
