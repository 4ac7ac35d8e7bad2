import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { timings } from '../../rules/timings.ts'
import { HttpError } from '../http/http-error.ts'
import { createTurns } from '../turns.ts'

/** What one hash costs: KiB of memory, and passes over it. */
interface Cost {
  readonly memoryCost: number
  readonly timeCost: number
}

/** From the least that is safe upwards. */
const costs: readonly Cost[] = [
  { memoryCost: 19_456, timeCost: 2 },
  { memoryCost: 32_768, timeCost: 2 },
  { memoryCost: 47_104, timeCost: 2 },
  { memoryCost: 65_536, timeCost: 2 },
  { memoryCost: 65_536, timeCost: 3 },
  { memoryCost: 65_536, timeCost: 4 },
]

let cost = costs[0] as Cost

/**
 * Each hash takes a whole core and tens of megabytes: four at the same time, a hundred may wait, one more is told to come
 * back. A flood of sign-ins must not take all memory.
 */
const inTurn = createTurns({ atOnce: Math.min(4, availableParallelism()), waiting: 100, full: messages.access.tooMany })

/** The bytes that are hashed. NFC, because keyboards write the same letter in different ways; never trimmed or cut. */
function toBytes(password: string): Uint8Array {
  const bytes = Buffer.from(password.normalize('NFC'))
  if (bytes.length > limits.account.passwordBytes) throw new HttpError(422, messages.form.passwordLong)
  return bytes
}

/** The argon2id hash of a password, with its salt and cost inside. Throws 429 when too many wait, 422 when it is too long. */
export function hashPassword(password: string): Promise<string> {
  const bytes = toBytes(password)
  return inTurn(() => hash(bytes, { ...cost, parallelism: 1 }))
}

/** A hash that no password has: checking against it takes the same time as against a real one. */
function noHash(): string {
  const part = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$${part(16)}$${part(32)}`
}

/** What a check says. `stale`: the hash was made with a lower cost than now; the password should be hashed again. */
export interface PasswordCheck {
  readonly matches: boolean
  readonly stale: boolean
}

/**
 * Checks a password against a kept hash. Null stands for somebody who does not exist: it never matches and takes as
 * long, so that the time tells nobody which accounts exist. Throws as hashPassword does.
 */
export async function checkPassword(password: string, kept: string | null): Promise<PasswordCheck> {
  const bytes = toBytes(password)
  const against = kept ?? noHash()
  const matches = await inTurn(() => verify(against, bytes))
  const { memoryCost, timeCost } = parseOptions(against)
  return { matches: matches && kept !== null, stale: memoryCost * timeCost < cost.memoryCost * cost.timeCost }
}

/** Chooses the cost for this machine: the first step that takes the wanted time. Call once at start; without it the least safe cost is used. */
export async function tuneHashing(): Promise<void> {
  const password = randomBytes(16)
  for (const step of costs) {
    const begin = performance.now()
    await hash(password, { ...step, parallelism: 1 })
    cost = step
    if (performance.now() - begin >= timings.passwordHash) return
  }
}
