import type { FastifyBaseLogger } from 'fastify'
import type { Page } from 'playwright-core'
import type { RateName } from '../rules/rate-limits.ts'
import type { AccessChanges } from './access-changes.ts'
import type { SampleFrames } from './content/sample-frames.ts'
import type { Database, Db } from './db/open-database.ts'
import type { DeckChannel } from './deck-channel.ts'
import type { DeckPresence } from './deck-presence.ts'
import type { Settings } from './env.ts'
import type { FileStorage } from './file-storage/file-storage.ts'
import type { GuardedDownload } from './identity/guarded-download.ts'
import type { Instance } from './instance.ts'
import type { LessCompiler } from './less/compile-less.ts'
import type { MessageChannel } from './message-channel.ts'
import type { Payments } from './payments/payments.ts'
import type { ProcessBus } from './process-bus.ts'
import type { StreamChanges } from './stream-changes.ts'

/** Secrets derived from SECRET_KEY, with one sub-key per purpose. */
export interface Keys {
  /** HMAC-SHA256 of the text under the purpose's key, base64url without padding. */
  sign(purpose: string, text: string): string
  /** Constant-time check of sign(). */
  verify(purpose: string, text: string, signature: string): boolean
  /** HMAC-SHA256 as hex: for looking secrets up without storing them. */
  hash(purpose: string, text: string): string
  /** AES-256-GCM; the result has the key's id and a random nonce; base64url. */
  encrypt(purpose: string, text: string): string
  /** Throws if the text was changed or belongs to another key. */
  decrypt(purpose: string, sealed: string): string
}

/** The argument of a job's handler. */
export interface JobRun {
  readonly id: number
  readonly payload: Record<string, unknown>
  readonly attempt: number
  /** Reports progress, 0 to 1; also renews the lease. */
  progress(value: number): Promise<void>
  /** Aborted when the lease is lost or the process stops. */
  readonly signal: AbortSignal
}

/** How a job is queued; see Jobs.add. */
export interface JobOptions {
  readonly dedupeKey?: string
  readonly runAt?: Date
  readonly owner?: string
}

/** A job that waits once under its key. */
export interface DedupedJob extends JobOptions {
  readonly kind: string
  readonly payload: Record<string, unknown>
  readonly dedupeKey: string
}

/** The job queue on the instance's own database. Handlers must be idempotent: a killed worker's job runs again. */
export interface Jobs {
  /**
   * Registers the handler of a kind of job; call before start(). `atOnce`: for long jobs, of which this process runs so
   * many at once beside all others, which they would hold up. `onePerOwner`: an owner's jobs run one after the other, so
   * that one user's jobs do not hold all places.
   */
  define(
    kind: string,
    handler: (run: JobRun) => Promise<Record<string, unknown> | undefined>,
    options?: { atOnce?: number; onePerOwner?: boolean },
  ): void
  /** Registers a recurring job: runs `interval` ms after its last end, once for the whole instance; call before start(). */
  every(kind: string, interval: number, handler: (run: JobRun) => Promise<Record<string, unknown> | undefined>): void
  /**
   * Adds a job in the given transaction. If a job waits under the dedupe key, replaces that job's payload and returns
   * its id. Due jobs of several owners (`user:7`) run round-robin, regardless of their number.
   */
  add(db: Db, kind: string, payload: Record<string, unknown>, options?: JobOptions): Promise<number>
  /** Adds jobs that all have a dedupe key, as `add` does. Where they wait already, it costs one query. */
  addAll(db: Db, jobs: readonly DedupedJob[]): Promise<void>
  start(): void
  /** Stops claiming jobs, waits 25 s for running ones, releases the leases of the rest. */
  stop(): Promise<void>
  /**
   * Resolves when no job runs, is due or waits for a retry (for tests and the seed). Runs the jobs itself if start()
   * was not called.
   */
  idle(): Promise<void>
}

/** Some bytes of a file: the first and the last, counted from 0. */
export interface BytePart {
  readonly first: number
  readonly last: number
}

/** A stored file; `size` is that of the whole file. */
export interface StoredFile {
  readonly body: NodeJS.ReadableStream
  readonly size: number
  readonly type: string
}

/** Files by key (`media/…`, `thumbnails/…`), on disk or S3. A file is complete and durable when put() resolves. */
export interface Files {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Stores a copy of a file of the local disk. */
  putCopy(key: string, path: string, type: string): Promise<void>
  /** Null if there is no such file. `part` chooses the bytes to read by the file's size; null: all. */
  get(key: string, part?: (size: number) => BytePart | null): Promise<StoredFile | null>
  read(key: string): Promise<Uint8Array | null>
  /** Has no effect if there is no such file. */
  delete(key: string): Promise<void>
  /** The keys of all files, each once, unordered. The list may miss concurrent changes. */
  list(): AsyncIterable<string>
  /** Deletes the remains of writes that were interrupted before a time (by the store's clock). */
  clearDrafts(before: Date): Promise<void>
}

/** A mail; user-written text goes into `text` and, escaped, into `html`. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Shown as "X via Lectern". */
  readonly senderName?: string
  readonly replyTo?: string
  /** Ends such mails by a POST without a session (RFC 8058). */
  readonly unsubscribeUrl?: string
  /** What the mail is deleted with, besides its recipient's account; see deleteMailsAbout. */
  readonly about?: MailSubject
}

/** What a mail is about. */
export type MailSubject = `invitation:${number}` | `team:${number}` | `comment:${number}`

/** Queues mail in the given transaction: it is sent after the commit, or not at all. */
export interface Mailer {
  send(db: Db, mail: Mail): Promise<void>
  /** Queues a failed mail again. 'forgotten': its text has been deleted. 'missing': no such failed mail. */
  resend(db: Db, id: number): Promise<'queued' | 'forgotten' | 'missing'>
}

/** Rate limits; see rules/rate-limits.ts for the numbers. */
export interface RateLimits<Name extends string = RateName> {
  /** Counts one use. `retryAfter` in seconds if refused. If the rule has a pause, the next check waits for it. */
  take(rule: Name, subject: string): Promise<{ allowed: boolean; retryAfter: number }>
  /** Whether the subject is over the limit, without counting. */
  check(rule: Name, subject: string): Promise<{ allowed: boolean; retryAfter: number }>
  /** Uncounts one use (after a success, where only failures count). */
  refund(rule: Name, subject: string): Promise<void>
  /** Resets the subject's count (after a success, where only failures count). */
  reset(rule: string, subject: string): Promise<void>
}

/** Options of a screenshot. */
export interface PictureOptions {
  /** The response to a request of the document (`/a/player.css` is passed as a path), or null to refuse it. */
  readonly answer?: (address: string) => Promise<{ body: Uint8Array | string; type: string } | null>
  /** Whether scripts run; default false. Enable it only for documents with no scripts but ours. */
  readonly scripts?: boolean
  /** A selector that matches once the document is ready; awaited up to a time limit. */
  readonly ready?: string | undefined
  /** The document's CSP. Without a CSP all its scripts run if `scripts` is true. */
  readonly policy?: string
}

/** A headless browser for screenshots. */
export interface Pictures {
  /**
   * WebP screenshot of a slide document at the given size in px. The browser has no network: requests are answered by
   * `answer` or refused. Throws if no browser is available, and PictureTooSlow (server/chromium) if the document takes too
   * long.
   */
  screenshot(html: string, size: { width: number; height: number }, options?: PictureOptions): Promise<Uint8Array>
  /** A4 PDF of a document without scripts and network, before waiting screenshots. Throws as screenshot() does. */
  pdf(html: string): Promise<Uint8Array>
  close(): Promise<void>
}

/** A document that a browser opens for an export. */
export interface OpenedDocument extends Required<Pick<PictureOptions, 'answer' | 'policy'>> {
  readonly html: string
  /** Of the window, in px. */
  readonly size: { readonly width: number; readonly height: number }
  /** A selector that matches once the document is ready. */
  readonly ready: string
  /** Called from time to time until it is ready. */
  readonly whileLoading: (page: Page) => Promise<void>
  /** Ends the work and closes the browser. */
  readonly signal: AbortSignal
}

/** Headless browsers for exports, without network as that for pictures. Only the document's own scripts run. */
export interface ExportBrowsers {
  /**
   * Opens a document and passes its page to `work`; nothing else has this browser meanwhile. Throws if no browser is
   * available, and the signal's reason when it is aborted.
   */
  withPage<T>(document: OpenedDocument, work: (page: Page) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The dependencies of routes and jobs. Created once in main.ts (and by tests). */
export interface Services {
  readonly settings: Settings
  readonly database: Database
  readonly keys: Keys
  readonly jobs: Jobs
  readonly files: Files
  readonly mail: Mailer
  readonly limits: RateLimits
  readonly pictures: Pictures
  readonly exportBrowsers: ExportBrowsers
  /** Compiles the styles of themes. */
  readonly less: LessCompiler
  readonly sampleFrames: SampleFrames
  /** The instance's name, logo and sign-up, as set up in the console. */
  readonly instance: Instance
  /** The payment provider. */
  readonly payments: Payments
  /** Where users keep copies of their decks; null: file storage is off. */
  readonly fileStorage: FileStorage | null
  /** Messages to and from the other processes of the instance. */
  readonly bus: ProcessBus
  /** Notifies open connections that access to a deck may have ended. */
  readonly accessChanges: AccessChanges
  /** Notifies this process's sockets that an API call moved a live stream. */
  readonly streamChanges: StreamChanges
  /** Sends messages to the pages of a deck's collaborators. */
  readonly deckChannel: DeckChannel
  /** Sends the progress of imports and exports to the pages of their user; see api/job-channel. */
  readonly jobProgress: MessageChannel<object>
  /** Who has which deck open. */
  readonly deckPresence: DeckPresence
  /** Downloads files of addresses that users give. */
  readonly download: GuardedDownload
  readonly log: FastifyBaseLogger
  /** The server's clock; replaceable in tests. */
  now(): Date
  /** Moves the clock ahead by ms, for tests; null unless the settings allow it. */
  readonly advanceClock: ((ms: number) => void) | null
}
