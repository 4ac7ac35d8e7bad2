import { expect, test } from 'vitest'
import { z } from 'zod'
import { messages } from '../rules/messages.ts'
import { ApiError, failureText } from './api-error.ts'
import { type ApiRequest, createApiClient, pathOf } from './client.ts'
import { contract } from './contract.ts'

const rename = contract({
  method: 'PUT',
  path: '/api/v1/things/:id',
  summary: '',
  permission: 'signed-in',
  rate: 'write',
  params: z.object({ id: z.string() }),
  query: z.object({ page: z.number().optional(), q: z.string().optional() }),
  body: z.object({ thing: z.object({ name: z.string() }) }),
  output: z.object({ name: z.string() }),
})
const remove = contract({
  method: 'DELETE',
  path: '/api/v1/things',
  summary: '',
  permission: 'signed-in',
  rate: 'write',
  output: 'empty',
})

function clientAnswering(status: number, text: string) {
  const sent: ApiRequest[] = []
  const client = createApiClient(async (request) => {
    sent.push(request)
    return { status, text }
  })
  return { client, sent }
}

const input = { params: { id: 'a/b' }, query: { page: 2, q: 'x y' }, body: { thing: { name: 'n' } } }

test('an invalid CSRF token is shown as an outdated page', () => {
  expect(failureText(new ApiError(422, messages.session.invalidToken))).toBe(messages.session.badToken)
  expect(failureText(new ApiError(422, 'Required'))).toBe('Required')
})

test('a call uses the contract’s path with its parameters escaped', async () => {
  const { client, sent } = clientAnswering(200, '{"name":"n"}')
  expect(await client.call(rename, input)).toEqual({ name: 'n' })
  expect(sent[0]).toMatchObject({
    method: 'PUT',
    path: '/api/v1/things/a%2Fb.json?page=2&q=x+y',
    body: '{"thing":{"name":"n"}}',
  })
})

test('empty query values are left out, and calls without JSON answers have no .json', () => {
  expect(pathOf(rename, { params: { id: 1 }, query: { page: undefined, q: '' } })).toBe('/api/v1/things/1.json')
  expect(pathOf({ ...rename, output: 'html' }, { params: { id: 1 } })).toBe('/api/v1/things/1')
})

test('a refused call throws its status and field errors', async () => {
  const { client } = clientAnswering(422, '{"errors":{"name":["Required","Too short"]},"error":"Required"}')
  const error = await client.call(rename, input).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 422, message: 'Required', fields: { name: 'Required' } })
  expect(failureText(error)).toBe('Required')
})

test('an answer that is not JSON fails, and an empty answer succeeds if no output is declared', async () => {
  await expect(clientAnswering(200, '<html>').client.call(rename, input)).rejects.toMatchObject({ status: 200 })
  await expect(clientAnswering(204, '').client.call(remove)).resolves.toBeUndefined()
})

test('without an answer the status is 0 and users see a generic message', async () => {
  const client = createApiClient(async () => {
    throw new TypeError('fetch failed')
  })
  const error = await client.call(remove).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ status: 0 })
  expect(failureText(error)).not.toContain('fetch')
})

test('messages of server errors are not shown to users', async () => {
  const error = await clientAnswering(500, '{"error":"stack"}')
    .client.call(remove)
    .catch((reason: unknown) => reason)
  expect(failureText(error)).not.toBe('stack')
})

test('an aborted call rejects with AbortError, not as a failure', async () => {
  const abort = new AbortController()
  const client = createApiClient(
    ({ signal }) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  const call = client.call(remove, { signal: abort.signal })
  abort.abort()
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
})
