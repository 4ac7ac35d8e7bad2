import type { FastifyBaseLogger } from 'fastify'
import type { AccessChanges } from './access-changes.ts'
import type { Database, Db } from './db/open-database.ts'
import type { Settings } from './env.ts'
import type { ProcessBus } from './process-bus.ts'
import type { StreamChanges } from './stream-changes.ts'

/** Secrets derived from the one SECRET_KEY, one sub-key a purpose. */
export interface Keys {
  /** HMAC-SHA256 of the text under the purpose's key, base64url without padding. */
  sign(purpose: string, text: string): string
  /** Constant-time check of sign(). */
  verify(purpose: string, text: string, signature: string): boolean
  /** HMAC-SHA256 as hex: for looking secrets up without keeping them. */
  hash(purpose: string, text: string): string
  /** AES-256-GCM with the key's id and a fresh nonce inside; base64url. */
  encrypt(purpose: string, text: string): string
  /** Throws when the text was changed or belongs to another key. */
  decrypt(purpose: string, sealed: string): string
}

/** What a job's handler is given. */
export interface JobRun {
  readonly id: number
  readonly payload: Record<string, unknown>
  readonly attempt: number
  /** 0 to 1; also renews the lease. */
  progress(value: number): Promise<void>
  /** Aborted when the lease is lost or the process stops. */
  readonly signal: AbortSignal
}

/** The job queue on the instance's own database. Handlers must be idempotent: a killed worker's job runs again. */
export interface Jobs {
  /** Says what to do for a kind of job; call before start(). */
  define(kind: string, handler: (run: JobRun) => Promise<Record<string, unknown> | undefined>): void
  /** A job that runs again `interval` ms after its last end, once for the whole instance; call before start(). */
  every(kind: string, interval: number, handler: (run: JobRun) => Promise<Record<string, unknown> | undefined>): void
  /**
   * Adds a job in the given transaction. With a dedupe key that is already waiting, answers that job's id and adds
   * nothing. Due jobs of several owners (`user:7`) take turns, however many one of them has.
   */
  add(
    db: Db,
    kind: string,
    payload: Record<string, unknown>,
    options?: { dedupeKey?: string; runAt?: Date; owner?: string },
  ): Promise<number>
  start(): void
  /** Stops taking jobs, gives running ones 25 s, returns the leases of the rest. */
  stop(): Promise<void>
  /**
   * Resolves when no job runs, is due or waits for another try (for tests and the seed). Works the queue itself
   * where start() was not called.
   */
  idle(): Promise<void>
}

/** Files by key (`media/…`, `thumbnails/…`), on disk or S3. A file is whole and durable when put() resolves. */
export interface Files {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Null when there is none. */
  get(key: string): Promise<{ body: NodeJS.ReadableStream; size: number; type: string } | null>
  read(key: string): Promise<Uint8Array | null>
  /** Harmless when there is none. */
  delete(key: string): Promise<void>
  /** The keys of all files, each once, in no order. What is put or deleted meanwhile may be among them or not. */
  list(): AsyncIterable<string>
  /** Removes what writes that were cut short before a moment (by the store's clock) have left behind. */
  clearDrafts(before: Date): Promise<void>
}

/** A mail; text that people wrote goes into `text` and, escaped by the template, into `html`. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Shown as "X via Lectern". */
  readonly senderName?: string
  readonly replyTo?: string
}

/** Queues mail in the given transaction: it goes out after the commit, or not at all. */
export interface Mailer {
  send(db: Db, mail: Mail): Promise<void>
}

/** Rate limits; see rules/rates.ts for the numbers. */
export interface RateLimits {
  /** Counts one use. `retryAfter` in seconds when refused. Where the rule has a pause, the next check waits for it. */
  take(rule: string, subject: string): Promise<{ allowed: boolean; retryAfter: number }>
  /** Whether the subject is over the limit, without counting. */
  check(rule: string, subject: string): Promise<{ allowed: boolean; retryAfter: number }>
  /** Takes one use back (a success, where only failures count). */
  giveBack(rule: string, subject: string): Promise<void>
  /** Forgets the subject's uses (after a success, where only failures count). */
  forget(rule: string, subject: string): Promise<void>
}

/** What a picture may draw on besides its document. */
export interface PictureOptions {
  /** The bytes at an address that the document names (`/a/player.css` comes as a path), or null to refuse it. */
  readonly answer?: (address: string) => Promise<{ body: Uint8Array | string; type: string } | null>
  /** Whether scripts run; default false. Only for documents whose scripts are all our own. */
  readonly scripts?: boolean
  /** A selector of what is there once the document is as it shall be drawn; waited for, but not for ever. */
  readonly ready?: string | undefined
  /** The content policy that the document is shown under; without one everything in it that can run does. */
  readonly policy?: string
}

/** A headless browser for thumbnails (and later exports). */
export interface Pictures {
  /**
   * WebP of a slide document at the given size in px. The browser has no network: what the document asks for is
   * answered by `answer`, or refused. Throws when no browser can be had, and PictureTooSlow (server/chromium) when the
   * document takes longer than a picture may.
   */
  screenshot(html: string, size: { width: number; height: number }, options?: PictureOptions): Promise<Uint8Array>
  close(): Promise<void>
}

/** Everything a route or job may use. Made once in main.ts (and by tests). */
export interface Services {
  readonly settings: Settings
  readonly database: Database
  readonly keys: Keys
  readonly jobs: Jobs
  readonly files: Files
  readonly mail: Mailer
  readonly limits: RateLimits
  readonly pictures: Pictures
  /** Messages to and from the other processes of the instance. */
  readonly bus: ProcessBus
  /** Who may no longer see a deck, for what stays open after its request. */
  readonly accessChanges: AccessChanges
  /** Live streams that calls have moved, for the sockets of this process. */
  readonly streamChanges: StreamChanges
  readonly log: FastifyBaseLogger
  /** The server's clock; tests may set it. */
  now(): Date
}
