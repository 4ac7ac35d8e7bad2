import { randomBytes } from 'node:crypto'
import type { MediaReader } from '../media/read-media.ts'

/** Files that stand in a text as base64. */
export interface InlinedFiles {
  /** What stands for a file's bytes in a text. */
  readonly markOf: (name: string) => string
  /** The text in parts, with the bytes of its files. */
  readonly write: (text: string) => AsyncIterable<string>
}

/** Bytes in base64, in the parts as they come. */
async function* base64Of(body: NodeJS.ReadableStream): AsyncIterable<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const part of body) {
    const bytes = Buffer.concat([rest, Buffer.from(part)])
    // Only groups of three bytes can be joined.
    const end = bytes.length - (bytes.length % 3)
    yield bytes.toString('base64', 0, end)
    rest = bytes.subarray(end)
  }
  yield rest.toString('base64')
}

/** The part of a data: URL before its bytes, at the end of a text. */
const head = /data:[^\s"'(),;]*;base64,$/

/**
 * Puts files into texts while these are written, so that no text with all of them is in memory. `missing`: receives the
 * names of files that are gone by then; their addresses are empty.
 */
export function inlinedFiles(readMedia: MediaReader, missing: (name: string) => void): InlinedFiles {
  // Random, so that no slide can name it.
  const mark = `lectern${randomBytes(12).toString('hex')}`
  return {
    markOf: (name) => `${mark}:${name};`,
    async *write(text) {
      let [before = '', ...parts] = text.split(`${mark}:`)
      for (const part of parts) {
        const end = part.indexOf(';')
        const name = part.slice(0, end)
        const found = await readMedia(`media/${name}`)
        yield found ? before : before.replace(head, '')
        if (found) yield* base64Of(found.body)
        else missing(name)
        before = part.slice(end + 1)
      }
      yield before
    },
  }
}
