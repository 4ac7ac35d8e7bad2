import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LocalDropbox } from '../../testing/local-dropbox.ts'
import { createFileStorage } from './create-file-storage.ts'
import { headerJson } from './dropbox-calls.ts'
import { partBytes } from './dropbox-upload.ts'
import type { FileStorage, StorageFault, UploadSource } from './file-storage.ts'

const back = 'http://localhost:3000/settings/dropbox/callback'
const signal = new AbortController().signal
const dropbox = new LocalDropbox()
let storage: FileStorage
let refreshToken: string

beforeAll(async () => {
  const url = await dropbox.listen()
  storage = createFileStorage({ dropbox: { appKey: dropbox.appKey, url }, production: false }) as FileStorage
})
afterAll(() => dropbox.close())
beforeEach(async () => {
  dropbox.files.clear()
  dropbox.quota = Number.POSITIVE_INFINITY
  refreshToken = (await connect()).refreshToken
})

async function connect() {
  const { url, verifier } = storage.beginConsent(back, 'a-state')
  const answer = dropbox.consent(url)
  expect(answer.searchParams.get('state')).toBe('a-state')
  return storage.completeConsent({ code: answer.searchParams.get('code') ?? '', verifier, redirectUri: back })
}

const open = () => storage.open(refreshToken, signal)
const bytesOf = (size: number) => Buffer.alloc(size, 'abcdefg')
const source = (bytes: Buffer): UploadSource => ({
  size: bytes.length,
  read: async (first, last) => bytes.subarray(first, last + 1),
})
const upload = async (bytes = bytesOf(10), path = '/a (1).pdf') => (await open()).upload(path, source(bytes))
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { fault?: StorageFault }) => error.fault,
  )

test('a consent gives a refresh token and the account', async () => {
  const { account } = await connect()
  expect(account).toEqual({ id: 'dbid:ada', email: 'ada@dropbox.example', name: 'Ada of Dropbox' })
})

test('a code works once, and only with the verifier of its consent', async () => {
  const { url, verifier } = storage.beginConsent(back, 's')
  const code = () => dropbox.consent(url).searchParams.get('code') ?? ''
  const complete = (given: string, proof: string) =>
    faultOf(storage.completeConsent({ code: given, verifier: proof, redirectUri: back }))
  expect(await complete(code(), storage.beginConsent(back, 's').verifier)).toBe('ended')
  const once = code()
  expect([await complete(once, verifier), await complete(once, verifier)]).toEqual(['none', 'ended'])
})

test.each([0, 1, partBytes, 2 * partBytes + 5])('a file of %d bytes arrives as it is', async (size) => {
  const bytes = bytesOf(size)
  await upload(bytes, '/Größe 数 (1).zip')
  expect(dropbox.file('/Größe 数 (1).zip')?.equals(bytes)).toBe(true)
})

test('an access token that expires during an upload is renewed, without another part', async () => {
  const session = await open()
  dropbox.calls.length = 0
  dropbox.expireAccess()
  await session.upload('/a (1).pdf', source(bytesOf(partBytes + 1)))
  expect(dropbox.calls.filter((path) => path === '/oauth2/token')).toHaveLength(1)
  expect(dropbox.file('/a (1).pdf')?.length).toBe(partBytes + 1)
})

const path = '/2/files/upload'
test.each<[StorageFault, Parameters<LocalDropbox['prepare']>]>([
  ['busy', [path, { status: 429, body: { error_summary: 'too_many_requests/..' }, headers: { 'retry-after': '7' } }]],
  ['busy', [path, { status: 409, body: { error_summary: 'path/too_many_write_operations/..' } }]],
  ['full', [path, { status: 409, body: { error_summary: 'path/insufficient_space/..' } }]],
  ['refused', [path, { status: 409, body: { error_summary: 'path/no_write_permission/..' } }]],
  ['refused', [path, { status: 403, body: { error_summary: 'access_error/..' } }]],
  ['refused', [path, { status: 401, body: { error_summary: 'missing_scope/..' } }]],
  ['refused', [path, { status: 400, body: 'Error in call to API function "files/upload"' }]],
  ['ended', [path, { status: 401, body: { error_summary: 'expired_access_token/..' }, times: 2 }]],
  ['unreachable', [path, { status: 503, body: 'Busy' }]],
  ['unreachable', [path, { status: 200, body: '<html>A proxy</html>' }]],
  ['unreachable', [path, { status: 200, body: { content_hash: 'of other bytes' } }]],
  ['unreachable', [path, { status: 302, headers: { location: 'http://127.0.0.1:1/' } }]],
  ['unreachable', ['/oauth2/token', { status: 500, body: '' }]],
  ['unreachable', ['/oauth2/token', { status: 200, body: {} }]],
  ['ended', ['/oauth2/token', { status: 400, body: { error: 'invalid_grant', error_description: 'revoked' } }]],
  ['refused', ['/oauth2/token', { status: 400, body: { error: 'invalid_client: Invalid client_id' } }]],
])('%s: %j', async (fault, prepared) => {
  dropbox.prepare(...prepared)
  expect(await faultOf(upload())).toBe(fault)
})

test('a refusal says how long to wait, and is bounded', async () => {
  const waits = async (headers: Record<string, string>, body: Record<string, unknown> = {}) => {
    dropbox.prepare(path, { status: 429, headers, body })
    return upload().catch(({ retryAfter }: { retryAfter: number }) => retryAfter)
  }
  expect(await waits({ 'retry-after': '7' })).toBe(7)
  expect(await waits({}, { error: { retry_after: 20 } })).toBe(20)
  expect([await waits({}), await waits({ 'retry-after': 'soon' })]).toEqual([60, 60])
  expect([await waits({ 'retry-after': '0' }), await waits({ 'retry-after': '999999' })]).toEqual([1, 3600])
})

test('a lost session of an upload is a failure that passes', async () => {
  for (const [call, name] of [
    ['append_v2', 'not_found'],
    ['append_v2', 'incorrect_offset'],
    ['finish', 'lookup_failed/incorrect_offset'],
  ]) {
    dropbox.prepare(`/2/files/upload_session/${call}`, { status: 409, body: { error_summary: `${name}/..` } })
    expect(await faultOf(upload(bytesOf(2 * partBytes + 1)))).toBe('unreachable')
  }
})

test('a full account takes nothing', async () => {
  dropbox.quota = 5
  expect(await faultOf(upload())).toBe('full')
  expect(dropbox.paths()).toEqual([])
})

test('a file is renamed; one that is gone, or whose new name is taken, is no failure', async () => {
  await upload()
  const session = await open()
  await session.move('/a (1).pdf', '/b (1).pdf')
  await session.move('/gone.pdf', '/c.pdf')
  await upload(bytesOf(3))
  await session.move('/a (1).pdf', '/b (1).pdf')
  expect(dropbox.paths()).toEqual(['/a (1).pdf', '/b (1).pdf'])
})

test('a grant is ended at the service, once is enough', async () => {
  const before = dropbox.grants()
  await storage.revoke(refreshToken)
  expect(dropbox.grants()).toBe(before - 1)
  await storage.revoke(refreshToken)
  expect(await faultOf(open())).toBe('ended')
})

test('errors keep only names of an answer, no texts and no tokens', async () => {
  const error_summary = `path/other/${'x'.repeat(200)} <b>text</b>`
  dropbox.prepare(path, { status: 409, body: { error_summary, user_message: { text: 'private words' } } })
  const error = await upload().catch((thrown: Error) => thrown)
  expect(String(error)).toMatch(/^Error: the file storage: refused \(409 path\/other\/x{69}\)$/)
})

test('a server in production speaks to Dropbox alone', () => {
  const production = createFileStorage({ dropbox: { appKey: 'abcdefgh1', url: null }, production: true })
  expect(production?.beginConsent(back, 's').url).toMatch(/^https:\/\/www\.dropbox\.com\/oauth2\/authorize\?/)
  expect(createFileStorage({ dropbox: null, production: true })).toBeNull()
})

test('arguments in headers are ASCII', () => {
  const text = { path: '/Größe 数\u007f.zip' }
  expect(headerJson(text)).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(headerJson(text))).toEqual(text)
})
