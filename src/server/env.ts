/** The settings of an instance, read once at start. Each has a sentence in .env.example. */
export interface Settings {
  readonly production: boolean
  readonly port: number
  /** Address to listen on, default 127.0.0.1 in development and 0.0.0.0 in production. */
  readonly host: string
  /** Where people reach the app, without trailing slash: http://localhost:3000. */
  readonly baseUrl: string
  /** How the content host is addressed; `{label}` stands for the deck's label. Null: no content host (mode none). */
  readonly contentUrl: string | null
  readonly dataDir: string
  /** postgres://… or the path of the SQLite file. */
  readonly databaseUrl: string
  readonly redisUrl: string | null
  readonly s3: { bucket: string; endpoint: string | null; region: string } | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** At least 32 bytes. */
  readonly secretKey: string
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: readonly string[]
  /** What this process does. */
  readonly roles: { readonly web: boolean; readonly worker: boolean }
  readonly logLevel: string
  readonly chromiumPath: string | null
  readonly passwordMin: number
  /** Brings the demo account and the examples into an empty development database. */
  readonly seed: boolean
  /** Shortened timers for tests, in ms by name of rules/timings.ts; empty in production. */
  readonly timings: Readonly<Record<string, number>>
}
