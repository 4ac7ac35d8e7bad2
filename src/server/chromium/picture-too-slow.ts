/** A picture took longer than it may: its document is too much for a browser, or the machine is. */
export class PictureTooSlow extends Error {
  override name = 'PictureTooSlow'

  /** `ms`: how long it was waited for. */
  constructor(ms: number) {
    super(`A picture took longer than ${ms} ms`)
  }
}
