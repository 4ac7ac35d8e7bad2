/** Whether a write failed because a value is there already that may be there only once (SQLite and Postgres). */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error as { code?: unknown }).code === '23505' || /UNIQUE constraint failed/.test(error.message)
}
