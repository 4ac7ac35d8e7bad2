/** A file in a ZIP; a list of files is a ZIP in it. */
export interface Part {
  readonly path: string
  readonly content: string | Uint8Array | readonly Part[]
}
