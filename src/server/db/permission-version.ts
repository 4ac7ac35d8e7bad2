import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * Counts the writes to an SQLite file that permissions may depend on (see quiet-statements.ts), each when it begins and
 * when it is committed: what is read between the two is older than the commit.
 */
export class PermissionVersion {
  readonly #raw: DatabaseSync
  readonly #others: StatementSync
  #count = 0
  #uncommitted = false
  /** SQLite's number of commits by other connections, as those of an operator's command. */
  #seen = 0

  /** `raw`: the connection of all writes of this process. */
  constructor(raw: DatabaseSync) {
    this.#raw = raw
    this.#others = raw.prepare('pragma data_version')
  }

  /** Notes a statement of the connection right before it is run. */
  note(isQuiet: boolean, text: string): void {
    if (!isQuiet) {
      this.#count += 1
      this.#uncommitted = this.#raw.isTransaction
    } else if (this.#uncommitted && text === 'commit') {
      this.#count += 1
      this.#uncommitted = false
    }
  }

  now(): number {
    const others = Number(this.#others.get()?.data_version)
    if (others !== this.#seen) this.#count += 1
    this.#seen = others
    return this.#count
  }
}
