import { product } from '../rules/product.ts'
import { defaultSignUp, isSignUpMode, needsSetup, type SignUpMode, signUpMode } from '../rules/sign-up.ts'
import type { Db } from './db/open-database.ts'
import type { Settings } from './env.ts'
import type { ProcessBus } from './process-bus.ts'

/** The instance as its operators set it up in the console. */
export interface InstanceFacts {
  /** Shown in the header, mails and titles; by default the product's. */
  readonly name: string
  /** The key of the logo's file; null: the product's logo. */
  readonly logoKey: string | null
  /** Who may create an account at the moment. */
  readonly signUp: SignUpMode
  /** The mode without the console's choice. */
  readonly defaultSignUp: SignUpMode
  /** The console's choice; null: the default. */
  readonly chosenSignUp: SignUpMode | null
  /** Whether the first operator is still missing, and sign-up takes a set-up code. */
  readonly setup: boolean
}

/** Reads the instance's settings, and caches them for pages. */
export interface Instance {
  /** The settings, at most a few seconds old. */
  read(): Promise<InstanceFacts>
  /** The name as last read, without waiting for the database: for pages that must not fail. At first the product's. */
  name(): string
  /** Call after a change is committed: this process and the others read the settings again. */
  changed(): void
}

/** The settings that the facts depend on. */
type InstanceOptions = Pick<Settings, 'production' | 'billing' | 'signUp'>

/** Age of cached settings, in ms. Other processes also get a message, if they share a Redis. */
const maxAge = 3_000

/** Whether any active operator exists. */
export async function hasOperator(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('operator', '=', true)
    .where('active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The path of the instance's logo; it changes with the picture, so that browsers can cache it. Null: none. */
export function logoUrl(logoKey: string | null): string | null {
  const version = logoKey && /([\da-f]{8})[\da-f]*\.\w+$/.exec(logoKey)?.[1]
  return version ? `/api/v1/instance/logo?v=${version}` : null
}

/** The instance's name and logo, without a cache: for mails. */
export async function readInstanceFace(db: Db): Promise<Pick<InstanceFacts, 'name' | 'logoKey'>> {
  const rows = await db
    .selectFrom('instance_settings')
    .select(['name', 'value'])
    .where('name', 'in', ['name', 'logo'])
    .execute()
  const stored = (name: string) => rows.find((row) => row.name === name)?.value
  return { name: stored('name') ?? product.name, logoKey: stored('logo') ?? null }
}

/** Reads the settings from the database, without a cache: for decisions. */
export async function readInstance(db: Db, { production, billing, signUp }: InstanceOptions): Promise<InstanceFacts> {
  const rows = await db.selectFrom('instance_settings').select(['name', 'value']).execute()
  const stored = new Map(rows.map(({ name, value }) => [name, value]))
  const choice = stored.get('sign_up') ?? ''
  const chosen = isSignUpMode(choice) ? choice : null
  const facts = { production, billing, setting: signUp, chosen, hasOperator: !production || (await hasOperator(db)) }
  return {
    name: stored.get('name') ?? product.name,
    logoKey: stored.get('logo') ?? null,
    signUp: signUpMode(facts),
    defaultSignUp: defaultSignUp(facts),
    chosenSignUp: chosen,
    setup: needsSetup(facts),
  }
}

const channel = 'instance'

/** Creates the cached reader of the instance's settings. */
export function createInstance(read: Db, bus: ProcessBus, settings: InstanceOptions): Instance {
  let cached: { readonly at: number; readonly facts: Promise<InstanceFacts> } | null = null
  let name: string = product.name
  const drop = (): void => {
    cached = null
  }
  bus.subscribe(channel, drop)
  return {
    read: () => {
      const at = performance.now()
      if (cached && at - cached.at < maxAge) return cached.facts
      const facts = readInstance(read, settings)
      const entry = { at, facts }
      cached = entry
      facts.then(
        (found) => {
          name = found.name
        },
        () => {
          // A failure is not cached.
          if (cached === entry) cached = null
        },
      )
      return facts
    },
    name: () => name,
    changed: () => {
      drop()
      bus.publish(channel, null)
    },
  }
}
