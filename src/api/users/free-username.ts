import type { Db } from '../../server/db/open-database.ts'
import { isUsernameTaken } from './queries.ts'

/** A free username from the local part of an address: ann.lee@example.org becomes ann-lee, or ann-lee-2. */
export async function freeUsername(db: Db, email: string, fallback: string): Promise<string> {
  const plain = (email.split('@')[0] ?? '').replace(/[^a-z\d_]+/g, '-').replace(/^-+|-+$/g, '')
  const wanted = plain.length < 2 ? fallback : plain.slice(0, 30)
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`
    if (!(await isUsernameTaken(db, name))) return name
  }
}
