import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { timings } from '../../rules/timings.ts'
import { UploadCanceledError, type UploadJob, UploadQueue, type UploadSending } from './upload-queue.ts'

/** An upload whose end the test decides. */
function upload(name: string, more: Partial<UploadJob<string>> = {}) {
  const sending: UploadSending[] = []
  const ends: { resolve(url: string): void; reject(error: Error): void }[] = []
  const uploaded = vi.fn<(url: string) => void>()
  const job: UploadJob<string> = {
    file: new File(['x'], name),
    timeout: timings.uploadToLibrary,
    send: (_file, one) => {
      sending.push(one)
      return new Promise((resolve, reject) => ends.push({ resolve, reject }))
    },
    uploaded,
    ...more,
  }
  return { job, sending, ends, uploaded }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const statesOf = (queue: UploadQueue) => queue.uploads.get().map(({ state }) => state)

describe('the upload queue', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('two uploads run at once, and the next starts when one ends', async () => {
    const queue = new UploadQueue()
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => upload(name))
    for (const { job } of all) expect(queue.add(job)).toBe(true)
    expect(statesOf(queue)).toEqual(['uploading', 'uploading', 'waiting', 'waiting', 'waiting'])
    all[0]!.ends[0]!.resolve('/m/a.png')
    await settle()
    expect(all[0]!.uploaded).toHaveBeenCalledWith('/m/a.png')
    expect(statesOf(queue)).toEqual(['uploaded', 'uploading', 'uploading', 'waiting', 'waiting'])
    all[1]!.ends[0]!.reject(new Error('No'))
    await settle()
    expect(statesOf(queue)).toEqual(['uploaded', 'failed', 'uploading', 'uploading', 'waiting'])
  })

  test('an uploaded file leaves the list after the animation', async () => {
    const queue = new UploadQueue()
    const { job, ends } = upload('a')
    queue.add(job)
    ends[0]!.resolve('/m/a.png')
    await settle()
    expect(statesOf(queue)).toEqual(['uploaded'])
    await vi.advanceTimersByTimeAsync(timings.animation)
    expect(statesOf(queue)).toEqual([])
  })

  test('the 101st file is refused, and accepted when one has ended', async () => {
    const queue = new UploadQueue()
    const first = upload('0')
    queue.add(first.job)
    for (let count = 1; count < limits.upload.queue; count++) expect(queue.add(upload(`${count}`).job)).toBe(true)
    expect(queue.add(upload('100').job)).toBe(false)
    expect(queue.uploads.get()).toHaveLength(100)
    first.ends[0]!.resolve('/m/0.png')
    await settle()
    expect(queue.add(upload('100').job)).toBe(true)
  })

  test('a stalled upload fails after its timeout, is stopped, and succeeds when tried again', async () => {
    const queue = new UploadQueue()
    const { job, sending, ends, uploaded } = upload('a')
    queue.add(job)
    sending[0]!.onProgress(0.4)
    await vi.advanceTimersByTimeAsync(timings.uploadToLibrary - 1)
    expect(queue.uploads.get()).toMatchObject([{ state: 'uploading', progress: 0.4 }])
    await vi.advanceTimersByTimeAsync(1)
    expect(queue.uploads.get()).toMatchObject([{ state: 'failed', error: messages.media.uploadFailed }])
    expect(sending[0]!.signal.aborted).toBe(true)
    const { id } = queue.uploads.get()[0]!
    queue.retry(id)
    expect(queue.uploads.get()).toMatchObject([{ state: 'uploading', progress: 0, error: null }])
    ends[1]!.resolve('/m/a.png')
    await settle()
    expect(uploaded).toHaveBeenCalledOnce()
  })

  test('a canceled upload leaves the list at once, is stopped and makes room', async () => {
    const queue = new UploadQueue()
    const all = ['a', 'b', 'c'].map((name) => upload(name))
    for (const { job } of all) queue.add(job)
    queue.cancel(queue.uploads.get()[0]!.id)
    expect(queue.uploads.get().map(({ name, state }) => `${name} ${state}`)).toEqual(['b uploading', 'c uploading'])
    expect(all[0]!.sending[0]!.signal.aborted).toBe(true)
    all[0]!.ends[0]!.resolve('/m/a.png')
    await settle()
    expect(all[0]!.uploaded).not.toHaveBeenCalled()
  })

  test('an upload whose caller shows the error leaves the list when it fails or is canceled', async () => {
    const queue = new UploadQueue()
    const failed = vi.fn<(error: Error) => void>()
    const { job, ends } = upload('a', { failed })
    queue.add(job)
    ends[0]!.reject(new Error('Too large'))
    await settle()
    expect(queue.uploads.get()).toEqual([])
    expect(failed.mock.calls[0]![0].message).toBe('Too large')
    queue.add(upload('b', { failed }).job)
    queue.cancel(queue.uploads.get()[0]!.id)
    await settle()
    expect(failed).toHaveBeenCalledTimes(2)
    expect(failed.mock.calls[1]![0]).toBeInstanceOf(UploadCanceledError)
  })

  test('a refused file is listed with its reason, cannot be tried again and can be removed', () => {
    const queue = new UploadQueue()
    queue.refuse('notes.txt', 'Invalid file')
    const [refused] = queue.uploads.get()
    expect(refused).toMatchObject({ state: 'failed', error: 'Invalid file', canRetry: false })
    queue.retry(refused!.id)
    expect(statesOf(queue)).toEqual(['failed'])
    queue.cancel(refused!.id)
    expect(queue.uploads.get()).toEqual([])
  })
})
