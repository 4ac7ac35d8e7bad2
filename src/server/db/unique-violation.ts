/** Whether a write failed because of a unique constraint (SQLite or Postgres). */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error as { code?: unknown }).code === '23505' || /UNIQUE constraint failed/.test(error.message)
}
