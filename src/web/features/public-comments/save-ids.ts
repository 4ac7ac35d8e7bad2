import { newUuid } from '../../../document/ids.ts'

/**
 * The save ids of new comments. A repeated one is the same until it is stored, so that it adds no second comment. One that
 * was changed after a failure is another: the server may have stored the first, and would answer with that.
 */
export class SaveIds {
  #last: { readonly message: string; readonly id: string } | null = null

  of(message: string): string {
    if (this.#last?.message !== message) this.#last = { message, id: newUuid() }
    return this.#last.id
  }

  stored(): void {
    this.#last = null
  }
}
