/** A browser used more memory than an export may. */
export class BrowserTooLarge extends Error {
  override name = 'BrowserTooLarge'

  /** `bytes`: what it used. */
  constructor(bytes: number) {
    super(`A browser used ${Math.round(bytes / 1_000_000)} MB`)
  }
}
