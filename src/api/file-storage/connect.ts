import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type ConnectProblem, storageCallbackPath } from '../../rules/file-storage.ts'
import { limits } from '../../rules/limits.ts'
import { audit } from '../../server/audit.ts'
import type { Db } from '../../server/db/open-database.ts'
import { type FileStorage, StorageError, type StorageGrant } from '../../server/file-storage/file-storage.ts'
import type { SignedIn } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import {
  consumeState,
  forgetProblems,
  forgetUploads,
  insertState,
  type StorageStateRow,
  saveAccount,
  storageAccountOf,
} from './queries.ts'

/** Purposes of the keys that encrypt verifiers and refresh tokens. */
const stateSealing = 'file-storage-state'
export const tokenSealing = 'file-storage-token'

/** Thrown for an authorization that was not completed. */
export class ConnectRefused extends Error {
  readonly problem: ConnectProblem
  /** Where the user began; null: the settings, or unknown. */
  readonly returnPath: string | null
  constructor(problem: ConnectProblem, returnPath: string | null = null) {
    super(`not connected: ${problem}`)
    this.problem = problem
    this.returnPath = returnPath
  }
}

function hashState(state: string): string {
  return createHash('sha256').update(state).digest('hex')
}

/** Fixed, from the base URL: never from a request. */
function redirectUri({ settings }: Services): string {
  return settings.baseUrl + storageCallbackPath
}

/** Begins an authorization for a session. Returns where to send the browser. */
export async function beginConnect(
  services: Services,
  storage: FileStorage,
  { user, session }: SignedIn,
  returnPath: string | null,
): Promise<string> {
  const { database, keys, now } = services
  const state = randomBytes(32).toString('base64url')
  const { url, verifier } = storage.beginConsent(redirectUri(services), state)
  await insertState(database.write, {
    ...{ state_hash: hashState(state), user_id: user.id, session_family: session.family, return_path: returnPath },
    verifier_sealed: keys.encrypt(stateSealing, verifier),
    expires_at: new Date(now().getTime() + limits.sync.stateLife),
  })
  return url
}

/** Takes the begun authorization, once. It must have begun in this session. */
async function takeState(services: Services, signedIn: SignedIn | null, state: string): Promise<StorageStateRow> {
  const row = await consumeState(services.database.write, hashState(state))
  const isValid =
    row !== undefined &&
    row.expires_at > services.now() &&
    row.user_id === signedIn?.user.id &&
    row.session_family === signedIn.session.family
  if (!isValid) throw new ConnectRefused('state')
  return row
}

/** Ends a grant at the service, in a job: the service may be away. The token stays encrypted. */
export async function queueRevoke(db: Db, { jobs }: Services, sealed: string | null): Promise<void> {
  if (sealed !== null) await jobs.add(db, 'revoke-file-storage', { sealed })
}

/** Stores a grant. Another account gets all files again; the earlier grant is ended. */
async function store(
  services: Services,
  request: FastifyRequest,
  { userId, grant, service }: { userId: number; grant: StorageGrant; service: FileStorage['service'] },
): Promise<void> {
  const { keys, now } = services
  const { account, refreshToken } = grant
  const resource = `user:${userId}`
  await services.database.transaction(async (trx) => {
    const earlier = await storageAccountOf(trx, userId)
    await saveAccount(trx, {
      ...{ user_id: userId, service, account_id: account.id, email: account.email, name: account.name },
      ...{ token_sealed: keys.encrypt(tokenSealing, refreshToken), retry_at: null, connected_at: now() },
    })
    if (earlier && earlier.account_id !== account.id) await forgetUploads(trx, userId)
    await forgetProblems(trx, userId)
    await queueRevoke(trx, services, earlier?.token_sealed ?? null)
    await audit(trx, services, request, {
      actorId: userId,
      action: 'file-storage.connect',
      resource,
      detail: { service },
    })
  })
}

/** Completes the authorization of a callback. Returns the path to open. Throws ConnectRefused. */
export async function completeConnect(
  services: Services,
  storage: FileStorage,
  request: FastifyRequest,
  signedIn: SignedIn | null,
): Promise<string | null> {
  const query = new URL(request.url, services.settings.baseUrl).searchParams
  const row = await takeState(services, signedIn, query.get('state') ?? '')
  const code = query.get('code')
  if (code === null || code === '')
    throw new ConnectRefused(query.get('error') === 'access_denied' ? 'refused' : 'failed', row.return_path)
  const verifier = services.keys.decrypt(stateSealing, row.verifier_sealed)
  try {
    const grant = await storage.completeConsent({ code, verifier, redirectUri: redirectUri(services) })
    await store(services, request, { userId: row.user_id, grant, service: storage.service })
    return row.return_path
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    services.log.warn({ fault: error.fault }, error.message)
    throw new ConnectRefused('failed', row.return_path)
  }
}
