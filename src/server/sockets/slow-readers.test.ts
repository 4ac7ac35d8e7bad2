import { connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { FanOut } from './fan-out.ts'
import { textFrame } from './text-frame.ts'

/** More than the system's buffers hold. */
const [messages, bytes] = [4_000, 8_000]

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

interface Pair {
  /** The server's end of the connection. */
  readonly near: Socket
  readonly far: Socket
  /** `arrived`: the number of bytes received. `last`: the end of the received text. */
  arrived(): number
  last(): string
}

async function pair(): Promise<Pair> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const far = connect((server.address() as { port: number }).port, '127.0.0.1')
  const near = await accepted
  let [arrived, last] = [0, '']
  far.on('data', (chunk) => {
    arrived += chunk.length
    last = chunk.subarray(-20).toString('latin1')
  })
  ends.push(() => {
    near.destroy()
    far.destroy()
    server.close()
  })
  return { near, far, arrived: () => arrived, last: () => last }
}

const connection = (near: Socket) => ({ raw: near, takeDuePing: () => null })
const message = (number: number) => `${'.'.repeat(bytes)} ${number}`

/** Broadcasts many messages to a slow and a quick reader; returns the largest queue of the slow one. */
async function flood(tell: (number: number) => void, slow: Pair, quick: Pair): Promise<number> {
  slow.far.pause()
  let most = 0
  for (let number = 1; number <= messages; number++) {
    tell(number)
    most = Math.max(most, slow.near.writableLength)
    // Lets the quick reader read.
    if (number % 4 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await waitFor(() => quick.last().endsWith(` ${messages}`))
  return most
}

test('a slow reader has a bounded queue and finally gets the newest value, while others get every value', async () => {
  const [slow, quick] = [await pair(), await pair()]
  const fan = new FanOut(1)
  fan.add(connection(slow.near))
  fan.add(connection(quick.near))
  const most = await flood((number) => fan.broadcast(0, message(number)), slow, quick)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(limits.live.queueBytes)
  slow.far.resume()
  await waitFor(() => slow.last().endsWith(` ${messages}`))
  expect(slow.arrived()).toBeLessThan(quick.arrived())
})

test('without the fan-out the slow reader’s queue grows far larger (control)', async () => {
  const [slow, quick] = [await pair(), await pair()]
  const most = await flood(
    (number) => {
      const frame = textFrame(message(number))
      slow.near.write(frame)
      quick.near.write(frame)
    },
    slow,
    quick,
  )
  expect(most).toBeGreaterThan(limits.live.queueBytes)
})
