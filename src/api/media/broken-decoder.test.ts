import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { overrideTimings } from '../../rules/timings.ts'
import { makeTeam } from '../../testing/factories.ts'
import { joined } from '../../testing/team-people.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'

/** Sends a signal to the next decoder process when it starts. Returns its end: the signal that ended it. */
function strikeNext(signal: NodeJS.Signals): Promise<NodeJS.Signals | null> {
  return new Promise((resolve) => {
    const strike = (message: unknown) => {
      const child = (message as { process: ChildProcess }).process
      // The message is sent before the process is there.
      child.once('spawn', () => {
        if (!child.spawnargs.some((arg) => arg.endsWith('encode-picture.mjs'))) return
        unsubscribe('child_process', strike)
        child.kill(signal)
        child.once('exit', (_code, by) => resolve(by))
      })
    }
    subscribe('child_process', strike)
  })
}

let app: TestApp
let operator: TestPerson
let ann: TestPerson
let restore: () => void

beforeAll(async () => {
  app = await makeTestApp('sqlite')
  const team = await makeTeam(app.services, 'acme')
  operator = await joined(app, team.id, 'owner')
  ann = await app.person({ operator: true })
})
afterAll(async () => {
  restore()
  await app.close()
})

let width = 9

/** Uploads a new picture: the library answers a known one without decoding it. */
const upload = async (by: TestPerson, path: string) => {
  width += 1
  const picture = await sharp({ create: { width, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const head =
    '--b\r\ncontent-disposition: form-data; name="picture"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--b--\r\n')])
  return by.request('POST', path, { body, headers: { 'content-type': 'multipart/form-data; boundary=b' } })
}

describe.each([
  ['SIGSEGV', 'crashes', 'SIGSEGV'],
  ['SIGSTOP', 'hangs', 'SIGKILL'],
] as const)('a decoder that gets %s', (signal, does, end) => {
  beforeAll(() => {
    restore?.()
    restore = overrideTimings(does === 'hangs' ? { pictureDecoding: 300 } : {})
  })

  test.each([
    ['a profile picture', () => ann, '/api/v1/users/picture'],
    ['a team’s logo', () => operator, '/api/v1/team/logo'],
    ['the instance’s logo', () => ann, '/api/v1/admin/instance/logo'],
    ['media', () => ann, '/api/v1/media'],
  ])(`and ${does} refuses %s, and harms no other request`, async (_what, by, path) => {
    const struck = strikeNext(signal)
    const refused = upload(by(), path)
    expect((await app.visitor().get('/healthz')).status).toBe(200)
    expect((await ann.get('/api/v1/users/me')).status).toBe(200)
    expect((await refused).status).toBe(422)
    expect(await struck).toBe(end)
    restore()
    expect((await upload(by(), path)).status).toBeLessThan(300)
    restore = overrideTimings(does === 'hangs' ? { pictureDecoding: 300 } : {})
  })
})
