import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createServer } from '../src/create-server.ts'
import { type ClosableServices, createServices } from '../src/server/create-services.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { readSettings } from '../src/server/env.ts'
import { startPostgres } from '../src/testing/postgres-server.ts'

/** A server to measure, on a fresh database. */
export interface BenchApp {
  readonly server: FastifyInstance
  readonly services: ClosableServices
  close(): Promise<void>
}

/**
 * Starts a server for a benchmark. Commits are durable before they are acknowledged, on both databases, as in
 * production.
 */
export async function makeBenchApp(kind: 'sqlite' | 'postgres'): Promise<BenchApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  const postgres = kind === 'postgres' ? await startPostgres({ durable: true, cache: '128MB' }) : null
  const settings = readSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres?.address() ?? join(dataDir, 'lectern.sqlite'),
    SECRET_KEY: 'kT4jP0vN8sK2hT6yB1cM5xW9rL3gD7fA-for-benchmarks',
    SEED: 'off',
    LOG_LEVEL: 'silent',
  })
  const services = await createServices(settings)
  await migrate(services.database)
  // Rate limits are disabled.
  const free = { allowed: true, retryAfter: 0 }
  const limits = { ...services.limits, take: async () => free, check: async () => free }
  const server = await createServer({ ...services, limits }, { screens: false })
  await server.ready()
  return {
    server,
    services,
    close: async () => {
      await server.close()
      await services.close()
      await postgres?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The quantile for a share (0 to 1) of the numbers. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
