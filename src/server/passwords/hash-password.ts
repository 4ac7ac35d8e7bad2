import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { timings } from '../../rules/timings.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import { HttpError } from '../http/http-error.ts'

/** The cost of a hash: memory in KiB, and passes over it. */
interface Cost {
  readonly memoryCost: number
  readonly timeCost: number
}

/** Costs in ascending order; the first is the safe minimum. */
const costs: readonly Cost[] = [
  { memoryCost: 19_456, timeCost: 2 },
  { memoryCost: 32_768, timeCost: 2 },
  { memoryCost: 47_104, timeCost: 2 },
  { memoryCost: 65_536, timeCost: 2 },
  { memoryCost: 65_536, timeCost: 3 },
  { memoryCost: 65_536, timeCost: 4 },
]

let cost = costs[0] as Cost

/** Each hash uses a core and tens of megabytes. Limits concurrency, so that a flood of sign-ins cannot exhaust memory. */
const limited = createConcurrencyLimit({
  atOnce: Math.min(4, availableParallelism()),
  waiting: 100,
  full: messages.access.tooMany,
})

/** The bytes to hash. NFC, since keyboards encode the same letter differently; never trimmed or truncated. */
function toBytes(password: string): Uint8Array {
  const bytes = Buffer.from(password.normalize('NFC'))
  if (bytes.length > limits.account.passwordBytes) throw new HttpError(422, messages.form.passwordLong)
  return bytes
}

/** The argon2id hash of a password, with its salt and cost. Throws 429 if too many wait, 422 if it is too long. */
export function hashPassword(password: string): Promise<string> {
  const bytes = toBytes(password)
  return limited(() => hash(bytes, { ...cost, parallelism: 1 }))
}

/** A hash that no password matches: verifying it takes the same time as a real one. */
function noHash(): string {
  const part = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$${part(16)}$${part(32)}`
}

/** The result of a check. `stale`: the hash has a lower cost than the current one; the password should be rehashed. */
export interface PasswordCheck {
  readonly matches: boolean
  readonly stale: boolean
}

/**
 * Checks a password against a stored hash. A null hash (no such account) never matches and takes equally long, so that
 * the response time does not reveal which accounts exist. Throws as hashPassword does.
 */
export async function checkPassword(password: string, storedHash: string | null): Promise<PasswordCheck> {
  const bytes = toBytes(password)
  const against = storedHash ?? noHash()
  const matches = await limited(() => verify(against, bytes))
  const { memoryCost, timeCost } = parseOptions(against)
  return { matches: matches && storedHash !== null, stale: memoryCost * timeCost < cost.memoryCost * cost.timeCost }
}

/** Chooses the cost for this machine: the first that takes the target time. Call once at start; default: the minimum. */
export async function tuneHashing(): Promise<void> {
  const password = randomBytes(16)
  for (const step of costs) {
    const begin = performance.now()
    await hash(password, { ...step, parallelism: 1 })
    cost = step
    if (performance.now() - begin >= timings.passwordHash) return
  }
}
