import type { Readable } from 'node:stream'
import type { MediaReader } from '../../media/read-media.ts'
import type { SourceFile } from './media-files.ts'

/**
 * Bytes of the pictures and of the films and sounds that are read into one presentation: all are in memory until the file
 * is written.
 */
export const sourceBytes = { pictures: 250_000_000, films: 200_000_000 } as const

/** Reads uploaded files for a presentation. */
export interface MediaSource {
  /** Reads a file by its URL in the printed document; null if there is none, or all together would be too large. */
  read(src: string): Promise<SourceFile | null>
  hasLeftOut(): boolean
}

/** `signal`: after it there are no more files. */
export function createMediaSource(readMedia: MediaReader, signal?: AbortSignal): MediaSource {
  const left: Record<keyof typeof sourceBytes, number> = { ...sourceBytes }
  let hasLeftOut = false
  return {
    async read(src) {
      const path = URL.canParse(src) ? new URL(src).pathname : src
      const name = /^\/m\/(.+)$/.exec(path)?.[1]
      const file = name === undefined || signal?.aborted ? null : await readMedia(`media/${name}`)
      if (!file) return null
      const kind = /^(video|audio)\//.test(file.type) ? 'films' : 'pictures'
      if (file.size > left[kind]) {
        hasLeftOut = true
        ;(file.body as Readable).destroy()
        return null
      }
      left[kind] -= file.size
      const parts: Buffer[] = []
      for await (const part of file.body) parts.push(Buffer.from(part))
      return { body: new Uint8Array(Buffer.concat(parts)), type: file.type }
    },
    hasLeftOut: () => hasLeftOut,
  }
}
