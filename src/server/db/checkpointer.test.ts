import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitFor } from '../../testing/wait-for.ts'
import { Checkpointer, mayCheckpointBeside, writeBackOn } from './checkpointer.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-checkpoints-'))
  path = join(folder, 'a.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a busy database’s log is written back beside its commits, and by commits again once it is quiet', async () => {
  const { raw } = openSqlite(path)
  const limits: number[] = []
  const checkpointer = new Checkpointer(path, {
    setPages: (pages) => {
      limits.push(pages)
      raw.exec(`pragma wal_autocheckpoint=${pages}`)
    },
    finish: () => writeBackOn(raw),
    busy: { commits: 5, within: 2_000, pause: 100, few: 500 },
  })
  raw.exec('pragma wal_autocheckpoint=0; create table notes (word text)')
  const insert = raw.prepare('insert into notes values (?)')
  const commit = (word: string) => {
    insert.run(word)
    checkpointer.committed()
  }
  for (let n = 0; n < 4; n++) commit(`${n}`)
  expect(limits).toEqual([])
  commit('busy')
  await waitFor(() => limits.length === 1)
  for (let n = 0; n < 40; n++) commit('x'.repeat(5_000))
  // Until then all is in the log.
  await waitFor(() => statSync(path).size > 40 * 5_000)
  await waitFor(() => limits.length === 2)
  expect(limits).toEqual([20_000, 1_000])
  await checkpointer.close()
  raw.close()
})

test('a commit on its way while the log is written back does not make it grow for long', async () => {
  const { raw } = openSqlite(path)
  const checkpointer = new Checkpointer(path, {
    setPages: () => {},
    finish: () => writeBackOn(raw),
    busy: { commits: 5, within: 60_000, pause: 300, few: 100 },
  })
  raw.exec('pragma wal_autocheckpoint=0; create table notes (word text)')
  const insert = raw.prepare('insert into notes values (?)')
  const commit = () => {
    insert.run('x'.repeat(5_000))
    checkpointer.committed()
  }
  // How often the log was begun anew: a number in its header.
  const begun = () => readFileSync(`${path}-wal`).readUInt32BE(12)
  for (let n = 0; n < 110; n++) commit()
  raw.exec('begin immediate')
  await waitFor(() => statSync(path).size > 100 * 5_000)
  commit()
  raw.exec('commit')
  const before = begun()
  // Too few for the thread to begin again, and it is not quiet.
  for (let n = 0; n < 80 && begun() === before; n++) {
    commit()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(begun()).toBeGreaterThan(before)
  await checkpointer.close()
  raw.close()
})

test('versions of SQLite that may lose commits beside checkpoints get no thread', () => {
  const versions = ['3.46.1', '3.50.4', '3.51.2', '3.51.3', '3.53.4', '4.0.0']
  expect(versions.filter(mayCheckpointBeside)).toEqual(['3.51.3', '3.53.4', '4.0.0'])
})
