import type { FileHandle } from 'node:fs/promises'
import { VideoError } from './video-facts.ts'

const windowBytes = 64 * 1024

/** Reads small parts of a file through one buffer, so that a header's elements need no read each. */
export class FileWindow {
  readonly size: number
  readonly #file: FileHandle
  #start = 0
  #held = Buffer.alloc(0)

  constructor(file: FileHandle, size: number) {
    this.#file = file
    this.size = size
  }

  /** The bytes of a part; fewer at the end of the file. The buffer is valid until the next call. */
  async some(start: number, length: number): Promise<Buffer> {
    const end = Math.min(start + length, this.size)
    if (start < this.#start || end > this.#start + this.#held.length) {
      const held = Buffer.alloc(Math.min(Math.max(length, windowBytes), Math.max(0, this.size - start)))
      const { bytesRead } = await this.#file.read(held, 0, held.length, start)
      this.#held = held.subarray(0, bytesRead)
      this.#start = start
    }
    return this.#held.subarray(start - this.#start, Math.max(start, end) - this.#start)
  }

  /** The bytes of a part. Throws if the file ends before. */
  async whole(start: number, length: number): Promise<Buffer> {
    const bytes = await this.some(start, length)
    if (bytes.length < length) throw new VideoError('container')
    return bytes
  }
}
