import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { editorNamespace } from '../../api/deck-channel/messages.ts'
import type { FollowJobsAnswer, JobMessage, JobServerEvents } from '../../api/job-channel/messages.ts'
import { sendJob } from '../../api/job-channel/send-job.ts'
import { defineJobs } from '../../api/jobs.ts'
import { overrideTimings } from '../../rules/timings.ts'
import { portOf } from '../../testing/live-socket.ts'
import { fileForm } from '../../testing/sample-fonts.ts'
import { samplePdf } from '../../testing/sample-pdf.ts'
import { makeTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'

let app: TestApp
const open: Socket[] = []

beforeAll(async () => {
  const restore = overrideTimings({ liveAccessCheck: 60 })
  app = await makeTestApp('sqlite')
  defineJobs(app.services)
  return restore
})
afterAll(() => app.close())
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})

const progress = (id: number): JobMessage => ({ kind: 'export', id, status: 'processing', done: 1, slides: 3 })

/** Opens a page's socket; resolves when the server has answered. */
async function follow(person: TestPerson | null, subscribe: unknown = { jobs: true }) {
  const base = new URL(app.services.settings.baseUrl)
  const socket: Socket<JobServerEvents> = io(`http://127.0.0.1:${await portOf(app)}${editorNamespace}`, {
    ...{ transports: ['websocket'], reconnection: false, forceNew: true, auth: { subscribe } },
    extraHeaders: { host: base.host, origin: base.origin, cookie: person?.cookieHeader() ?? '' },
  })
  open.push(socket)
  const messages: JobMessage[] = []
  let answer: FollowJobsAnswer | null = null
  socket.on('job', (message) => void messages.push(message))
  socket.on('subscribed', (got) => {
    answer = got
  })
  await waitFor(() => answer !== null)
  return { socket, messages, answer: answer as unknown as FollowJobsAnswer }
}

test('the progress of a job comes to all pages of its user and to nobody else', async () => {
  const [ann, ben] = [await app.person(), await app.person()]
  const pages = [await follow(ann), await follow(ann), await follow(ben)]
  expect(pages.map(({ answer }) => answer.ok)).toEqual([true, true, true])
  sendJob(app.services, ann.user.id, progress(1))
  sendJob(app.services, ben.user.id, progress(2))
  await waitFor(() => pages.every(({ messages }) => messages.length > 0))
  expect(pages.map(({ messages }) => messages)).toEqual([[progress(1)], [progress(1)], [progress(2)]])
})

test('a visitor follows no jobs', async () => {
  const { answer } = await follow(null)
  expect(answer).toEqual({ ok: false })
})

test.each([
  ['another word', { jobs: 'all' }],
  ['another user', { jobs: true, user_id: 1 }],
])('a subscription with %s is not one to jobs', async (_, subscribe) => {
  const { answer } = await follow(await app.person(), subscribe)
  expect(answer).toMatchObject({ ok: false })
})

test('a page is disconnected when its session ends', async () => {
  const ann = await app.person()
  const { socket, messages } = await follow(ann)
  await waitFor(() => socket.connected)
  expect((await ann.delete('/users/sign_out.json')).status).toBeLessThan(400)
  await waitFor(() => !socket.connected)
  sendJob(app.services, ann.user.id, progress(1))
  expect(messages).toEqual([])
})

test('an import tells its slides and its end', async () => {
  const ann = await app.person()
  const { messages } = await follow(ann)
  const { body, headers } = fileForm(samplePdf('Ferns', 'Mosses'), 'Talk.pdf')
  const { id } = (await ann.request('POST', '/api/v1/imports.json', { body, headers })).body
  await app.services.jobs.idle()
  await waitFor(() => messages.at(-1)?.status === 'finished')
  expect(messages.every((message) => message.kind === 'import' && message.id === id)).toBe(true)
  expect(messages).toContainEqual({ kind: 'import', id, status: 'processing', done: 0, slides: 2 })
})
