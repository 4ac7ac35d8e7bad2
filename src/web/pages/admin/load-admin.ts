import { redirect } from 'react-router'
import { adminContracts } from '../../../api/admin/contract.ts'
import type { ApiClient } from '../../../api/client.ts'
import type { Received } from '../../../api/contract.ts'
import { couponsContracts } from '../../../api/coupons/contract.ts'
import { instanceContracts } from '../../../api/instance/contract.ts'
import { operationsContracts } from '../../../api/operations/contract.ts'
import { reportsContracts } from '../../../api/reports/contract.ts'
import { orPageError, pageError } from '../../data/page-error.ts'
import { signInPath } from '../../data/return-path.ts'
import type { LoadArgs } from '../../page.ts'

/** The sections of the console with their titles, in the order of its navigation. */
export const adminSections = {
  overview: 'Overview',
  users: 'Users',
  teams: 'Teams',
  decks: 'Decks',
  reports: 'Reports',
  storage: 'Storage',
  jobs: 'Jobs',
  mails: 'Mails',
  coupons: 'Coupons',
  settings: 'Settings',
  audit: 'Audit log',
} as const

/** The name of a section, as in its URL. */
export type AdminSection = keyof typeof adminSections

interface Question {
  readonly api: ApiClient
  readonly query: URLSearchParams
  readonly signal: AbortSignal
}

/** The value of a query parameter if it is one of the values, else the first. */
function oneOf<const T extends string>(query: URLSearchParams, name: string, values: readonly [T, ...T[]]): T {
  return values.find((value) => value === query.get(name)) ?? values[0]
}

const text = (query: URLSearchParams, name: string) => (query.get(name) ?? '').slice(0, 200)
const pageOf = (query: URLSearchParams) => Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)

const loaders = {
  overview: ({ api, signal }: Question) => api.call(adminContracts.overview, { signal }),
  users: ({ api, query, signal }: Question) => {
    const show = oneOf(query, 'show', ['all', 'suspended', 'operators', 'manual'])
    return api.call(adminContracts.users, {
      query: { search: text(query, 'search'), show, page: pageOf(query) },
      signal,
    })
  },
  teams: ({ api, query, signal }: Question) =>
    api.call(adminContracts.teams, { query: { search: text(query, 'search'), page: pageOf(query) }, signal }),
  decks: ({ api, query, signal }: Question) => {
    const show = oneOf(query, 'show', ['all', 'suspended', 'reported'])
    return api.call(adminContracts.decks, {
      query: { search: text(query, 'search'), show, page: pageOf(query) },
      signal,
    })
  },
  reports: ({ api, query, signal }: Question) => {
    const state = oneOf(query, 'state', ['open', 'dismissed', 'acted'])
    return api.call(reportsContracts.list, { query: { state, page: pageOf(query) }, signal })
  },
  storage: ({ api, signal }: Question) => api.call(operationsContracts.storage, { signal }),
  jobs: ({ api, query, signal }: Question) => {
    const state = oneOf(query, 'state', ['dead', 'waiting', 'running', 'done'])
    return api.call(operationsContracts.jobs, { query: { state, page: pageOf(query) }, signal })
  },
  mails: ({ api, query, signal }: Question) => {
    const state = oneOf(query, 'state', ['failed', 'waiting', 'sent'])
    return api.call(operationsContracts.mails, { query: { state, page: pageOf(query) }, signal })
  },
  coupons: ({ api, query, signal }: Question) =>
    api.call(couponsContracts.list, { query: { page: pageOf(query) }, signal }),
  settings: ({ api, signal }: Question) => api.call(instanceContracts.read, { signal }),
  audit: ({ api, query, signal }: Question) => {
    const [action, user, resource] = [text(query, 'action'), text(query, 'user'), text(query, 'resource')]
    const [from, to] = [text(query, 'from'), text(query, 'to')]
    const filter = { action, user, resource, from, to, page: pageOf(query) }
    return api.call(operationsContracts.audit, { query: filter, signal })
  },
}

/** What a section shows. */
export type SectionData<S extends AdminSection> = Awaited<ReturnType<(typeof loaders)[S]>>

/** The data of the console's page. */
export type AdminData = {
  readonly [S in AdminSection]: {
    readonly section: S
    readonly title: string
    readonly content: SectionData<S>
    readonly query: string
  }
}[AdminSection]

/** A row of a section's list. */
export type RowOf<S extends 'users' | 'teams' | 'decks' | 'reports' | 'jobs' | 'mails' | 'coupons' | 'audit'> =
  SectionData<S>['results'][number]

/** The instance's settings. */
export type InstanceData = Received<(typeof instanceContracts)['read']['output']>

/** Loads a section of the console. Visitors sign in first; users who are no operators get a 404. */
export async function loadAdmin({ api, viewer, site, params, url, signal }: LoadArgs): Promise<AdminData> {
  if (!viewer) throw redirect(signInPath(url))
  const section = (params.section ?? 'overview') as AdminSection
  const isKnown = Object.hasOwn(adminSections, section) && (section !== 'coupons' || site.billing)
  if (!viewer.operator || !isKnown) throw pageError(404)
  const content = await orPageError<unknown>(loaders[section]({ api, query: url.searchParams, signal }))
  const title = section === 'overview' ? 'Console' : `${adminSections[section]} – Console`
  return { section, title, content, query: url.search } as AdminData
}
