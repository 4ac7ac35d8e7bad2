/** Thrown when the queue for database connections is full. */
export class DatabaseBusy extends Error {
  constructor() {
    super('Too many requests wait for the database')
    this.name = 'DatabaseBusy'
  }
}

/** Error codes of the network, and of Postgres when starting, stopping, out of connections, or at a timeout. */
const codes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['57P01', '57P02', '57P03', '57014', '53300', '08000', '08003', '08006', '55P03'],
])

/** Messages of driver errors that have no code. */
const words =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/

/** Errors thrown by the database driver: other services fail with the same codes. */
const ofDatabase = new WeakSet<Error>()

/** Marks an error of the driver, and returns it. */
export function markDatabaseError<E>(error: E): E {
  if (error instanceof Error) ofDatabase.add(error)
  return error
}

function hasUnavailableCode(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.some(hasUnavailableCode)
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' && codes.has(code)) || words.test(error.message)
}

/** Whether an error means that the database is unreachable or overloaded, rather than a bug of ours. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof DatabaseBusy || (error instanceof Error && ofDatabase.has(error) && hasUnavailableCode(error))
}

/** Whether Postgres canceled a statement at its timeout. */
export function isStatementTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '57014'
}
