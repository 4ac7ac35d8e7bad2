/** A picture exceeded its time limit: the document is too heavy, or the machine is overloaded. */
export class PictureTooSlow extends Error {
  override name = 'PictureTooSlow'

  /** `ms`: the time limit. */
  constructor(ms: number) {
    super(`A picture took longer than ${ms} ms`)
  }
}
