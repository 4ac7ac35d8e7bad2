import { expect, test } from 'vitest'
import { writeWhole } from './frames.ts'

/** A disk that writes three bytes at a time until it is full. */
function smallDisk(room: number) {
  const written: number[] = []
  const write = async (bytes: Buffer, from: number, length: number) => {
    const part = bytes.subarray(from, from + Math.min(3, length, room - written.length))
    written.push(...part)
    return { bytesWritten: part.length, buffer: bytes }
  }
  return { written, file: { write } as unknown as Parameters<typeof writeWhole>[0] }
}

test('short writes are continued until all bytes are written; a full disk is an error', async () => {
  const bytes = Buffer.from('a backup of everything')
  const slow = smallDisk(100)
  await writeWhole(slow.file, bytes)
  expect(Buffer.from(slow.written)).toEqual(bytes)
  await expect(writeWhole(smallDisk(10).file, bytes)).rejects.toThrow('The disk takes no more')
})
