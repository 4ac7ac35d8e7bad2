import { describe, expect, test } from 'vitest'
import type { Op } from '../../document/ops/op.ts'
import type { Services } from '../../server/services.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { BatchStream } from './batch-stream.ts'
import { EditorRoom } from './editor-room.ts'
import type { Member } from './member.ts'

const ops: readonly Op[] = [{ kind: 'setting', name: 'title', value: 'Bees' }]

/** A database with a batch for each version, or one that gives no answer. */
function databaseOf(isDown: boolean) {
  /** A query, of which the parameters matter only. */
  const query = (...parameters: readonly number[]) => ({
    where: (_column: string, _operator: string, value: number) => query(...parameters, value),
    select: () => query(...parameters),
    orderBy: () => query(...parameters),
    compile: () => ({ parameters }),
  })
  const executeQuery = async ({ parameters: [, since = 0, upTo = 0] }: { parameters: readonly number[] }) => {
    if (isDown) throw new Error('no answer')
    const rows = Array.from({ length: upTo - since }, (_, at) => ({
      ...{ seq: since + 1 + at, batch_id: 'batch-01', user_id: 1, ops },
    }))
    return { rows }
  }
  return { read: { selectFrom: () => query(), executeQuery } }
}

/** A page in a room, with what is written to its socket. */
function pageOf(onWrite: () => void = () => undefined) {
  const written: string[] = []
  const raw = {
    writableLength: 0,
    write: (frame: Uint8Array) => {
      written.push(Buffer.from(frame).toString())
      onWrite()
    },
  }
  return { written, members: new Set([{ socket: { raw, batchWrites: () => undefined } } as unknown as Member]) }
}

function streamOf(isDown = false): BatchStream {
  const services = { database: databaseOf(isDown), log: { warn: () => undefined } }
  return new BatchStream(services as unknown as Services, 7, 1)
}

describe('the stream of a deck', () => {
  test('sends each version, also one that comes while the round before it ends', async () => {
    for (let steps = 0; steps < 12; steps++) {
      const stream = streamOf()
      let isFirst = true
      const later = (left: number): void => {
        if (left === 0) stream.moved(3, page.members)
        else queueMicrotask(() => later(left - 1))
      }
      const page = pageOf(() => {
        if (isFirst) later(steps)
        isFirst = false
      })
      stream.moved(2, page.members)
      await waitFor(() => page.written.length === 2)
      expect(page.written[1]).toContain('"seq":3')
    }
  })

  test('sends a resync where the database gives no answer: no later message would', async () => {
    const page = pageOf()
    streamOf(true).moved(2, page.members)
    await waitFor(() => page.written.length === 1)
    expect(page.written[0]).toContain('{"resync":2}')
  })
})

test('a page that joins with a deck read before a hand-over and a save gets what the room knows since', () => {
  const moved: number[] = []
  const presence = { of: () => null, here: () => null, usersOf: () => new Map(), set: () => undefined }
  const options = {
    presence: presence as never,
    now: () => new Date(0),
    moved: (version: number) => moved.push(version),
    wrote: () => undefined,
    editorsOf: async () => new Set<never>(),
  }
  const room = new EditorRoom(7, { editorId: 1, version: 3 }, options)
  const page = pageOf()
  for (const member of page.members) room.members.add(member)
  room.send({ type: 'collaboration:editor-changed', user_id: 2 })
  room.send({ type: 'collaboration:deck-saved', user_id: 2, version: 4 })
  expect(room.joinedBy({ editorId: 1, version: 3 })).toEqual({ editorId: 2, version: 4 })
  expect(page.written).toHaveLength(2)
  expect(room.joinedBy({ editorId: 2, version: 5 })).toEqual({ editorId: 2, version: 5 })
  expect(moved).toEqual([4, 5])
})
