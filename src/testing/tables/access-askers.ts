import type { Plan } from '../../rules/plans.ts'

/** An actor, in the terms of the specification. */
export interface Asker {
  readonly name: string
  /** False: without a valid session. */
  readonly signedIn: boolean
  readonly plan: Plan
  /** Relation to the deck. */
  readonly place: 'owner' | 'admin' | 'editor' | 'viewer' | 'invited' | 'none'
  /** Whether they are the active editor. */
  readonly edits: boolean
  /** Relation to the deck's team; missing: none. `other`: a member of another team. */
  readonly team?: 'member' | 'admin' | 'owner' | 'deactivated' | 'removed' | 'other'
  /** The deck is personal: it belongs to no team, although its owner is a member of one. */
  readonly personal?: true
  /** The session is on the app's host, and the request on the host of the deck's team. */
  readonly guest?: true
  readonly operator?: true
  /** Access link of the request: without a password, password missing, wrong or correct, or revoked since. */
  readonly link?: 'open' | 'locked' | 'wrong' | 'unlocked' | 'dead'
  /** The account was deactivated while its session was open. */
  readonly deactivated?: true
  /** Instead of a session: an API token of this scope. */
  readonly token?: 'read' | 'write'
}

const nobody = { signedIn: true, plan: 'free', place: 'none', edits: false } as const

/** All actors with a session, or without anything. */
const people: readonly Asker[] = [
  { ...nobody, name: 'a visitor', signedIn: false },
  ...(['free', 'lite', 'pro', 'enterprise'] as const).map((plan) => ({
    ...nobody,
    name: `a stranger (${plan})`,
    plan,
  })),
  ...(['free', 'lite', 'pro', 'enterprise'] as const).map(
    (plan) => ({ ...nobody, name: `the owner (${plan})`, plan, place: 'owner', edits: true }) as const,
  ),
  { ...nobody, name: 'the owner while another edits', plan: 'enterprise', place: 'owner' },
  { ...nobody, name: 'an admin', place: 'admin' },
  { ...nobody, name: 'an editor who waits', place: 'editor' },
  { ...nobody, name: 'the editor who edits', place: 'editor', edits: true },
  { ...nobody, name: 'a viewer', place: 'viewer' },
  { ...nobody, name: 'a viewer of the team', plan: 'enterprise', place: 'viewer', team: 'member' },
  { ...nobody, name: 'somebody invited who has not accepted', place: 'invited' },
  ...(['member', 'admin', 'owner'] as const).map((team) => ({
    ...{
      ...nobody,
      name: team === 'owner' ? 'the owner of the team' : `${team === 'admin' ? 'an' : 'a'} ${team} of the team`,
    },
    ...({ plan: 'enterprise', team } as const),
  })),
  { ...nobody, name: 'a deactivated member', team: 'deactivated' },
  { ...nobody, name: 'a removed member', team: 'removed' },
  { ...nobody, name: 'a member of another team', plan: 'enterprise', team: 'other' },
  { ...nobody, name: 'a deactivated member who edits', place: 'editor', edits: true, team: 'deactivated' },
  { ...nobody, name: 'the owner, a member', plan: 'enterprise', place: 'owner', edits: true, team: 'member' },
  { ...nobody, name: 'the owner, a deactivated member', place: 'owner', edits: true, team: 'deactivated' },
  { ...nobody, name: 'the owner, a removed member', plan: 'pro', place: 'owner', edits: true, team: 'removed' },
  { ...nobody, name: 'the owner, now in another team', plan: 'enterprise', place: 'owner', edits: true, team: 'other' },
  {
    ...{ ...nobody, name: 'a member who owns the personal deck', plan: 'enterprise', place: 'owner', edits: true },
    ...({ team: 'member', personal: true } as const),
  },
  { ...nobody, name: 'a member beside a personal deck', plan: 'enterprise', team: 'member', personal: true },
  { ...nobody, name: 'a guest of the app’s host', signedIn: false, guest: true },
  {
    ...{ ...nobody, name: 'a member with a session on the app’s host only', plan: 'enterprise', team: 'member' },
    ...({ signedIn: false, guest: true } as const),
  },
  { ...nobody, name: 'a deactivated owner', signedIn: false, plan: 'pro', place: 'owner', deactivated: true },
  { ...nobody, name: 'a deactivated editor', signedIn: false, place: 'editor', edits: true, deactivated: true },
  { ...nobody, name: 'the operator', operator: true },
  ...(['open', 'locked', 'wrong', 'unlocked', 'dead'] as const).map(
    (link) => ({ ...nobody, name: `a visitor with a link (${link})`, signedIn: false, link }) as const,
  ),
  ...(['open', 'locked'] as const).map((link) => ({ ...nobody, name: `a stranger with a link (${link})`, link })),
]

/** Those who ask with an API token too. */
const programs = [
  ...['a stranger (pro)', 'the owner (lite)', 'an admin', 'an editor who waits', 'the editor who edits', 'a viewer'],
  ...['a member of the team', 'the owner of the team', 'a deactivated member', 'a removed member', 'the operator'],
  ...[
    'a member of another team',
    'the owner, a member',
    'the owner, a deactivated member',
    'the owner, a removed member',
  ],
]

/** All actors. */
export const askers: readonly Asker[] = [
  ...people,
  ...people
    .filter(({ name }) => programs.includes(name))
    .flatMap((one) =>
      (['read', 'write'] as const).map((token) => ({ ...one, name: `${one.name}, by a ${token} token`, token })),
    ),
]

/** State of a deck. */
export interface State {
  readonly visibility: 'self' | 'team' | 'all'
  readonly life: 'active' | 'trashed' | 'suspended' | 'destroyed'
}

/** All states of a deck. */
export const states: readonly State[] = [
  ...(['active', 'trashed', 'suspended'] as const).flatMap((life) =>
    (['self', 'team', 'all'] as const).map((visibility) => ({ visibility, life })),
  ),
  { visibility: 'all', life: 'destroyed' },
]
