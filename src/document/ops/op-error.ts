/** Thrown if an operation does not fit the deck that it is applied to. */
export class OpError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OpError'
  }
}
