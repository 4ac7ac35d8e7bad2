/** What a program puts on the clipboard, as a browser hands it to a page. */
export interface Payload {
  /** The program, and what was copied in it. */
  readonly source: string
  /** By MIME type. */
  readonly forms: Readonly<Record<string, string>>
  /** Whether a picture of it comes along. */
  readonly picture?: boolean
}
