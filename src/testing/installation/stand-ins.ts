import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Email } from 'postal-mime'
import S3rver from 's3rver'
import { startMailCatcher } from '../mail-catcher.ts'
import { startPostgres } from '../postgres-server.ts'
import { findRedis, startRedis } from '../redis-server.ts'

/** Stand-ins for the servers that compose.yaml starts besides Lectern. */
export interface StandIns {
  /** Address of each (host:port), by its service name in compose.yaml. */
  readonly hosts: Readonly<Record<string, string>>
  /** Delivered mails. */
  readonly mails: readonly Email[]
  /** False if this machine has neither Redis nor Valkey. */
  readonly redis: boolean
  stop(): Promise<void>
}

type Settings = Readonly<Record<string, string>>

/** A Postgres server with an empty database as in the settings. */
async function startDatabase(settings: Settings) {
  // A production server refuses to start on a server that is not.
  const server = await startPostgres({ durable: true })
  const client = new Client({ connectionString: server.address() })
  await client.connect()
  await client.query(
    `create database ${client.escapeIdentifier(new URL(settings.DATABASE_URL ?? '').pathname.slice(1))}`,
  )
  await client.end()
  return server
}

/** An S3 store with the bucket and keys of the settings. */
async function startStore(settings: Settings) {
  const accounts = createRequire(import.meta.url)('s3rver/lib/models/account') as {
    DUMMY_ACCOUNT: { createKeyPair(id: string, secret: string): void }
  }
  accounts.DUMMY_ACCOUNT.createKeyPair(settings.AWS_ACCESS_KEY_ID ?? '', settings.AWS_SECRET_ACCESS_KEY ?? '')
  const directory = mkdtempSync(join(tmpdir(), 'lectern-store-'))
  const configureBuckets = [{ name: settings.S3_BUCKET ?? '', configs: [] }]
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  const { port } = await server.run()
  const stop = async () => {
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  }
  return { port, stop }
}

/** Starts all stand-ins for the settings of one service of compose.yaml. */
export async function startStandIns(settings: Settings): Promise<StandIns> {
  const [postgres, store, mail, redis] = await Promise.all([
    startDatabase(settings),
    startStore(settings),
    startMailCatcher(),
    findRedis() ? startRedis() : null,
  ])
  return {
    mails: mail.mails,
    redis: redis !== null,
    hosts: {
      postgres: new URL(postgres.address()).host,
      store: `127.0.0.1:${store.port}`,
      mail: mail.host,
      ...(redis ? { redis: new URL(redis.address).host } : {}),
    },
    stop: async () => {
      await Promise.all([postgres.stop(), store.stop(), mail.stop(), redis?.stop()])
    },
  }
}
