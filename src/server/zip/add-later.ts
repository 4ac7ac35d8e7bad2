import { Readable } from 'node:stream'
import type { ZipFile } from 'yazl'

/**
 * Adds a file to a ZIP that is written. It is opened only when it is written, so that memory does not grow with the ZIP,
 * and closed if the ZIP's stream is destroyed, as when a client cancels a download.
 */
export function addLater(
  zip: ZipFile,
  name: string,
  compress: boolean,
  read: () => Promise<NodeJS.ReadableStream>,
): void {
  const output = zip.outputStream as Readable
  const opened = async (): Promise<Readable> => {
    const file = (await read()) as Readable
    const close = () => file.destroy()
    output.once('close', close)
    file.once('close', () => output.off('close', close))
    return output.destroyed ? file.destroy() : file
  }
  zip.addReadStreamLazy(name, { compress }, (done) => {
    opened().then(
      (file) => done(null, file),
      (error: unknown) => done(error, Readable.from([])),
    )
  })
}
