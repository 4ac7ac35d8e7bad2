/**
 * Who asks for the routes that are not about a deck, and what the specification promises them. Deliberately written a
 * second time, independent of the product's rules; access-table.ts does the same for decks.
 */

/** A person's relation to the team. `other`: an admin of another team. The former members were admins. */
export const roles = [
  ...(['visitor', 'stranger', 'member', 'admin', 'owner', 'deactivated', 'removed'] as const),
  ...(['other', 'suspended', 'operator'] as const),
]
export type Role = (typeof roles)[number]

/** How a request proves who sends it. `guest`: by a session of the app's host, on whatever host is asked. */
export const means = ['session', 'guest', 'read token', 'write token'] as const
export type Means = (typeof means)[number]

/** The host that is asked: the app's, the team's, or another team's. */
export const places = ['app', 'team', 'other'] as const
export type Place = (typeof places)[number]

export interface Asker {
  readonly role: Role
  readonly means: Means
}

/** All askers. A visitor has no session and no token. */
export const askers: readonly Asker[] = roles.flatMap((role) =>
  (role === 'visitor' ? (['session'] as const) : means).map((one) => ({ role, means: one })),
)

/** The host of the team that a person is an active member of; null: of none. */
export function ownPlace(role: Role): Place | null {
  if (role === 'other') return 'other'
  return role === 'member' || role === 'admin' || role === 'owner' ? 'team' : null
}

export const isToken = (by: Means): boolean => by.endsWith('token')

/**
 * As whom a call of the API acts. `refused`: by an invalid token. A token is valid on the app's host and on the one of
 * the team that its owner is a member of.
 */
export function actsAs({ role, means: by }: Asker, place: Place): Role | 'refused' {
  if (isToken(by)) {
    if (role === 'suspended') return 'refused'
    return place === 'app' || place === ownPlace(role) ? role : 'refused'
  }
  if (role === 'suspended' || (by === 'guest' && place !== 'app')) return 'visitor'
  return role
}

/** As whom a page, a socket or an address of content is asked for, which know sessions only. */
export function seenAs(asker: Asker, place: Place): Role {
  return isToken(asker.means) ? 'visitor' : (actsAs(asker, place) as Role)
}

/**
 * Who may call a route. `payer`: on a team's host its managers, elsewhere the person. `reactivator`: on a team's host
 * its owner, elsewhere the person.
 */
export type Who = 'anyone' | 'person' | 'operator' | 'member' | 'manager' | 'owner' | 'payer' | 'reactivator'

/** What an :id in a path names: a thing of the asker's own, of another person, of the team, or of the instance. */
export type Whose = 'own' | 'another' | 'team' | 'instance'

/** Kinds of things that one user has. */
export const ownThings = [
  ...([
    'session',
    'api token',
    'passkey',
    'picture',
    'media tag',
    'font',
    'import',
    'template',
    'identity',
    'payment',
    'deck',
    'user',
  ] as const),
]

/** Kinds of things that paths name; route-things.ts makes them. */
export const things = [
  ...ownThings,
  ...([
    'member',
    'former member',
    'invitation',
    'domain',
    'team picture',
    'team media tag',
    'team font',
    'team template',
    'theme',
  ] as const),
  ...([
    'team',
    'coupon',
    'coupon code',
    'job',
    'mail',
    'report',
    'new user',
    'public comment',
    'suspended user',
    'suspended deck',
  ] as const),
]
export type Thing = (typeof things)[number]

/** An API route, and the promised answers. */
export interface RouteRow {
  /** Method and path as in the contract. */
  readonly call: string
  readonly who: Who
  /** `never`: no API token is accepted. */
  readonly tokens?: 'never'
  /** Status for those who may call it; for some routes it depends on who calls, or where. */
  readonly ok: number | ((role: Role, place: Place) => number)
  /** What the last parameter of the path names, and whose it is. */
  readonly of?: readonly [whose: Whose, thing: Thing]
  /** Values of other parameters. */
  readonly params?: Readonly<Record<string, string>>
  /** Appended to the path. */
  readonly query?: string
  /** `#n` is a number that no other request has. */
  readonly body?: unknown
}

export const methodOf = ({ call }: Pick<RouteRow, 'call'>): string => call.split(' ')[0] as string

/** The refusal of a person or visitor; null: none. */
function refusalOf({ who, of: [whose] = ['own', 'user'] }: RouteRow, role: Role, place: Place): number | null {
  if (who === 'anyone') return null
  if (role === 'visitor') return 401
  if (who === 'operator') return role === 'operator' ? null : 404
  const forOneself = who === 'person' || (place === 'app' && (who === 'payer' || who === 'reactivator'))
  if (!forOneself) {
    const own = ownPlace(role)
    if (own === null || (place !== 'app' && place !== own)) return 404
    if (who !== 'member' && role === 'member') return 403
    if ((who === 'reactivator' || who === 'owner') && role !== 'owner') return 403
    if (whose === 'team' && own !== 'team') return 404
  }
  return whose === 'another' ? 404 : null
}

/** The promised status of a route. */
export function promised(row: RouteRow, asker: Asker, place: Place): number {
  const role = actsAs(asker, place)
  if (role === 'refused') return 401
  const isReadOnly = asker.means === 'read token' && methodOf(row) !== 'GET'
  if (isToken(asker.means) && (row.tokens === 'never' || isReadOnly)) return 403
  const refusal = refusalOf(row, role, place)
  if (refusal !== null) return refusal
  return typeof row.ok === 'number' ? row.ok : row.ok(role, place)
}

/** Text in what the managers of the team or, in the console, operators may read. */
export const note = 'psst-42'
/** Text in what the members of the team may read. */
export const sharedNote = 'murmur-44'
/** Text in what only one person may read, who asks nothing. In the console operators may. */
export const privateNote = 'hush-43'

/** Whether an answer discloses what the asker may not read. */
export function discloses(text: string, who: Who, asker: Asker, place: Place): boolean {
  const role = actsAs(asker, place)
  if (who === 'operator' && role === 'operator') return false
  const isManager = (role === 'admin' || role === 'owner') && place !== 'other'
  const lower = text.toLowerCase()
  if (lower.includes(sharedNote) && !isManager && !(role === 'member' && place !== 'other')) return true
  return lower.includes(privateNote) || (lower.includes(note) && !isManager)
}
