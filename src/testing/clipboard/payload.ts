/** Clipboard data of a program, as a browser passes it to a page. */
export interface Payload {
  /** The program, and what was copied. */
  readonly source: string
  /** By MIME type. */
  readonly forms: Readonly<Record<string, string>>
  /** Whether it includes a picture. */
  readonly picture?: boolean
}
