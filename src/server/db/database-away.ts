/** The database has so many waiting that one more would wait in vain. */
export class DatabaseBusy extends Error {
  constructor() {
    super('Too many requests wait for the database')
    this.name = 'DatabaseBusy'
  }
}

/** Codes of the network, and of Postgres when it starts, stops, has no more room, or ended a statement that took too long. */
const codes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['57P01', '57P02', '57P03', '57014', '53300', '08000', '08003', '08006', '55P03'],
])

/** What the driver itself says, for which it has no codes. */
const words =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/

/** Errors that the database's driver threw: other services fail with the same codes. */
const ofDatabase = new WeakSet<Error>()

/** Marks what the driver threw, and hands it on. */
export function fromDatabase<E>(error: E): E {
  if (error instanceof Error) ofDatabase.add(error)
  return error
}

function saysAway(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.some(saysAway)
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' && codes.has(code)) || words.test(error.message)
}

/** Whether an error says that the database cannot be reached, or has no time, rather than that something is wrong with us. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseBusy || (error instanceof Error && ofDatabase.has(error) && saysAway(error))
}

/** Whether Postgres ended a statement because it took longer than it may. */
export function tookTooLong(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '57014'
}
