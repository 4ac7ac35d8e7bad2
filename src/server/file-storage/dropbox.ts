import { createHash, randomBytes } from 'node:crypto'
import type { GuardedFetch } from '../identity/guarded-fetch.ts'
import { callApi, callToken, type DropboxAnswer, type DropboxCall, dropboxHosts } from './dropbox-calls.ts'
import type { DropboxSettings } from './dropbox-settings.ts'
import { moveFile, uploadFile } from './dropbox-upload.ts'
import { type FileStorage, type StorageAccount, StorageError, type StorageFault } from './file-storage.ts'

/** What the app may do: read whose account it is, and write files into its own folder. */
const scope = 'account_info.read files.content.write'

/** The faults of errors by the part of their name that tells them apart; the first one counts. */
const faults: readonly (readonly [RegExp, StorageFault])[] = [
  [/insufficient_space/, 'full'],
  [/invalid_grant|invalid_access_token|expired_access_token/, 'ended'],
  // A session that Dropbox has lost: the next try begins another.
  [/^(lookup_failed|incorrect_offset|not_found|closed|concurrent_session)/, 'unreachable'],
]

function faultOf({ status, error }: DropboxAnswer): StorageFault {
  const known = faults.find(([form]) => form.test(error))
  if (known) return known[1]
  return status === 408 ? 'unreachable' : 'refused'
}

/** Throws StorageError for an error. */
function checked(answer: DropboxAnswer): DropboxAnswer['body'] {
  if (answer.error === '') return answer.body
  throw new StorageError(faultOf(answer), `${answer.status} ${answer.error}`)
}

/** A text of an answer. Throws StorageError if it is missing. */
function textIn(body: DropboxAnswer['body'], name: string): string {
  const value = body[name]
  if (typeof value === 'string' && value !== '') return value
  throw new StorageError('unreachable', `no ${name}`)
}

function accountIn(body: DropboxAnswer['body']): StorageAccount {
  const { email, name } = body
  const shown = typeof name === 'object' && name !== null ? (name as { display_name?: unknown }).display_name : null
  return {
    id: textIn(body, 'account_id'),
    email: typeof email === 'string' ? email.slice(0, 320) : null,
    name: typeof shown === 'string' ? shown.slice(0, 200) : null,
  }
}

/** Calls with an access token, which it renews once it has expired. */
class Access {
  readonly #fetch: GuardedFetch
  readonly #renew: () => Promise<string>
  #token: string | null = null

  constructor(fetch: GuardedFetch, renew: () => Promise<string>) {
    this.#fetch = fetch
    this.#renew = renew
  }

  /** The token that calls use now. */
  async token(): Promise<string> {
    this.#token ??= await this.#renew()
    return this.#token
  }

  async call(call: DropboxCall): Promise<DropboxAnswer> {
    const first = await callApi(this.#fetch, await this.token(), call)
    if (first.status !== 401 || !/expired_access_token|invalid_access_token/.test(first.error)) return first
    // A grant that was taken back cannot be renewed: that fails with invalid_grant.
    this.#token = null
    return callApi(this.#fetch, await this.token(), call)
  }
}

/** The Dropbox driver: OAuth 2 with PKCE and refresh tokens, and the HTTP API. See FileStorage. */
export function dropboxStorage(settings: DropboxSettings, fetch: GuardedFetch): FileStorage {
  const { web, api, content } = dropboxHosts(settings)
  const { appKey } = settings
  const tokenUrl = `${api}/oauth2/token`
  const accessBy = (refreshToken: string, signal?: AbortSignal) =>
    new Access(fetch, async () => {
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: appKey }
      return textIn(checked(await callToken(fetch, tokenUrl, fields, signal)), 'access_token')
    })
  return {
    service: 'dropbox',
    beginConsent(redirectUri, state) {
      const verifier = randomBytes(48).toString('base64url')
      const query = new URLSearchParams({
        ...{ client_id: appKey, response_type: 'code', redirect_uri: redirectUri, state, scope },
        ...{ token_access_type: 'offline', code_challenge_method: 'S256' },
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      })
      return { url: `${web}/oauth2/authorize?${query}`, verifier }
    },
    async completeConsent({ code, verifier, redirectUri }) {
      const fields = { grant_type: 'authorization_code', code, client_id: appKey }
      const proof = { redirect_uri: redirectUri, code_verifier: verifier }
      const body = checked(await callToken(fetch, tokenUrl, { ...fields, ...proof }))
      const [refreshToken, token] = [textIn(body, 'refresh_token'), textIn(body, 'access_token')]
      const call = { url: `${api}/2/users/get_current_account`, argument: null }
      return { refreshToken, account: accountIn(checked(await callApi(fetch, token, call))) }
    },
    async open(refreshToken, signal) {
      const access = accessBy(refreshToken, signal)
      await access.token()
      const calls = {
        api: (path: string, argument: unknown) => access.call({ url: `${api}/2/files/${path}`, argument, signal }),
        content: (path: string, argument: unknown, bytes: Uint8Array) =>
          access.call({ url: `${content}/2/files/${path}`, argument, bytes, signal }),
        checked,
      }
      return {
        move: (from, to) => moveFile(calls, from, to),
        upload: (path, source) => uploadFile(calls, path, source),
      }
    },
    async revoke(refreshToken) {
      try {
        checked(await accessBy(refreshToken).call({ url: `${api}/2/auth/token/revoke`, argument: null }))
      } catch (error) {
        if (!(error instanceof StorageError && error.fault === 'ended')) throw error
      }
    },
  }
}
