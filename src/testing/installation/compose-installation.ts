import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningServer, runServer } from '../run-server.ts'
import { type ComposeMapping, readCompose } from './read-compose.ts'
import { type StandIns, startStandIns } from './stand-ins.ts'

const root = join(import.meta.dirname, '../../..')

/** The services of compose.yaml as local processes. */
export interface ComposeInstallation {
  /** The public URL, in front of all web processes. */
  readonly baseUrl: string
  /** Sender address of mails. */
  readonly mailFrom: string
  readonly web: readonly RunningServer[]
  readonly workers: readonly RunningServer[]
  readonly standIns: StandIns
  dispose(): Promise<void>
}

/** A service that runs Lectern. */
interface LecternService {
  readonly settings: Readonly<Record<string, string>>
  readonly replicas: number
}

function mappingAt(mapping: ComposeMapping, name: string): ComposeMapping {
  const found = mapping[name]
  if (typeof found !== 'object') throw new Error(`compose.yaml has no mapping '${name}' where it is looked for`)
  return found
}

/** The services built from this project; `secretKey` is chosen by the operator. */
function lecternServices(compose: ComposeMapping, secretKey: string): LecternService[] {
  const services = Object.values(mappingAt(compose, 'services')) as ComposeMapping[]
  return services
    .filter((service) => service.build === '.')
    .map((service) => {
      const given = Object.entries(mappingAt(service, 'environment')) as [string, string][]
      const settings = given.map(([name, value]) => [name, value.replace(/^\$\{SECRET_KEY:\?.*\}$/, secretKey)])
      const replicas = service.deploy === undefined ? 1 : Number(mappingAt(service, 'deploy').replicas)
      return { settings: Object.fromEntries(settings) as Record<string, string>, replicas }
    })
}

/**
 * The settings with local addresses in place of service names. Settings of services without a stand-in here (Redis, if
 * not installed) are omitted.
 */
export function withStandIns(
  settings: Readonly<Record<string, string>>,
  services: readonly string[],
  hosts: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(settings).flatMap(([name, value]) => {
    const url = URL.canParse(value) ? new URL(value) : null
    if (!url || !services.includes(url.hostname)) return [[name, value]]
    const host = hosts[url.hostname]
    if (host === undefined) return []
    url.host = host
    return [[name, url.href]]
  })
  return Object.fromEntries(entries)
}

/** Starts all services of compose.yaml: every process of Lectern, and stand-ins for the other servers. */
export async function startComposeInstallation(): Promise<ComposeInstallation> {
  const compose = readCompose(readFileSync(join(root, 'compose.yaml'), 'utf8'))
  const lectern = lecternServices(compose, randomBytes(32).toString('base64'))
  const [first] = lectern
  if (!first) throw new Error('compose.yaml has no service that is built from this project')
  const names = Object.keys(mappingAt(compose, 'services'))
  const standIns = await startStandIns(first.settings)
  const processes = lectern.flatMap(({ settings, replicas }) =>
    Array.from({ length: replicas }, () => withStandIns(settings, names, standIns.hosts)),
  )
  // All at once, as an engine does: one of them migrates the database and the others wait.
  const started = await Promise.allSettled(processes.map((env) => runServer({ env, patience: 120_000 })))
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const dispose = async () => {
    await Promise.all(servers.map((server) => server.dispose()))
    await standIns.stop()
  }
  const failed = started.find((one) => one.status === 'rejected')
  if (failed) {
    await dispose()
    throw failed.reason
  }
  const withRole = (role: string) => servers.filter((_, at) => processes[at]?.ROLES === role)
  const { BASE_URL = '', MAIL_FROM = '' } = first.settings
  return {
    baseUrl: BASE_URL,
    mailFrom: MAIL_FROM,
    web: withRole('web'),
    workers: withRole('worker'),
    standIns,
    dispose,
  }
}
