/** An account at a file storage, as its user recognizes it. */
export interface StorageAccount {
  readonly id: string
  readonly email: string | null
  readonly name: string | null
}

/** What a user's consent gives. The refresh token is a secret: store it encrypted, never log it. */
export interface StorageGrant {
  readonly refreshToken: string
  readonly account: StorageAccount
}

/** The bytes of a file to upload. */
export interface UploadSource {
  readonly size: number
  /** The bytes from `first` to `last`, both included. */
  read(first: number, last: number): Promise<Uint8Array>
}

/** Access to one account for one job. */
export interface StorageSession {
  /** Renames a file; without effect if it is gone or the new name is taken. */
  move(from: string, to: string): Promise<void>
  /** Writes a file, over an earlier one of this path. The stored bytes are verified. */
  upload(path: string, source: UploadSource): Promise<void>
}

/**
 * A service that keeps copies of decks for its users. All requests go through the guarded fetcher. Every method throws
 * StorageError.
 */
export interface FileStorage {
  readonly service: 'dropbox'
  /** Where to send the browser for the user's consent, and the PKCE verifier that completes it. */
  beginConsent(redirectUri: string, state: string): { readonly url: string; readonly verifier: string }
  completeConsent(answer: {
    readonly code: string
    readonly verifier: string
    readonly redirectUri: string
  }): Promise<StorageGrant>
  open(refreshToken: string, signal: AbortSignal): Promise<StorageSession>
  /** Ends a grant at the service; without effect if it has ended. */
  revoke(refreshToken: string): Promise<void>
}

/**
 * ended: the user or the service took the grant back. full: no space is left. busy: too many requests, wait for
 * `retryAfter`. refused: the service does not take the file. unreachable: anything else, which may pass.
 */
export type StorageFault = 'ended' | 'full' | 'busy' | 'refused' | 'unreachable'

/** A failure of a file storage. The message has no content of its answer beyond an error's name. */
export class StorageError extends Error {
  readonly fault: StorageFault
  /** Seconds, for `busy`. */
  readonly retryAfter: number
  constructor(fault: StorageFault, detail: string, retryAfter = 0) {
    super(`the file storage: ${fault} (${detail})`)
    this.fault = fault
    this.retryAfter = retryAfter
  }
}
