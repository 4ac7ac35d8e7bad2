import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { addLater } from './add-later.ts'

test('a file that is being written is closed when the download of its ZIP is canceled', async () => {
  const zip = new ZipFile()
  const file = new Readable({ read: () => file.push(Buffer.alloc(64_000)) })
  addLater(zip, 'a.bin', false, async () => file)
  zip.end()
  const output = zip.outputStream as Readable
  output.pause()
  while (file.readableFlowing === null) await new Promise(setImmediate)
  expect(file.destroyed).toBe(false)
  const closed = once(file, 'close')
  output.destroy()
  await closed
  expect(output.listenerCount('close')).toBe(0)
})
