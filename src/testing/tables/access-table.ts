import type { Plan } from '../../rules/plans.ts'

/**
 * Who may do what with a deck, written down a second time and apart from the rules the product runs on: from what was
 * promised to people. Whoever changes one of the two has to say it here as well.
 */

/** Somebody who asks, as the promises speak of them. */
export interface Asker {
  readonly name: string
  /** False: without a session that counts. */
  readonly signedIn: boolean
  readonly plan: Plan
  /** What they are on the deck. */
  readonly place: 'owner' | 'admin' | 'editor' | 'viewer' | 'invited' | 'none'
  /** Whether they are the one who edits at the moment. */
  readonly edits: boolean
  /** Belongs to the team of the deck's owner. */
  readonly teammate: boolean
  readonly operator?: true
  /** The account was switched off while its session was open. */
  readonly deactivated?: true
}

const nobody = { signedIn: true, plan: 'free', place: 'none', edits: false, teammate: false } as const

/** Everybody who may turn up. */
export const askers: readonly Asker[] = [
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
  { ...nobody, name: 'a viewer of the team', plan: 'enterprise', place: 'viewer', teammate: true },
  { ...nobody, name: 'somebody invited who has not accepted', place: 'invited' },
  { ...nobody, name: 'a member of the team', plan: 'enterprise', teammate: true },
  { ...nobody, name: 'a deactivated owner', signedIn: false, plan: 'pro', place: 'owner', deactivated: true },
  { ...nobody, name: 'a deactivated editor', signedIn: false, place: 'editor', edits: true, deactivated: true },
  { ...nobody, name: 'the operator', operator: true },
]

/** A deck's situation. */
export interface State {
  readonly visibility: 'self' | 'team' | 'all'
  readonly life: 'active' | 'trashed' | 'destroyed'
}

/** Every situation a deck can be in. */
export const states: readonly State[] = [
  ...(['active', 'trashed'] as const).flatMap((life) =>
    (['self', 'team', 'all'] as const).map((visibility) => ({ visibility, life })),
  ),
  { visibility: 'all', life: 'destroyed' },
]

/** The plan of the deck's owner: the asker's own where they are the owner, else a team's. */
export function ownerPlan(asker: Asker): Plan {
  return asker.place === 'owner' ? asker.plan : 'enterprise'
}

const has = (asker: Asker, ...places: Asker['place'][]) => asker.signedIn && places.includes(asker.place)
const mayEdit = (asker: Asker) => has(asker, 'owner', 'admin', 'editor')
const isAdmin = (asker: Asker) => has(asker, 'owner', 'admin')
const isTeammate = (asker: Asker, state: State) => asker.signedIn && asker.teammate && state.visibility === 'team'

/** Whether somebody may see a deck that is in use. */
function sees(asker: Asker, state: State): boolean {
  return state.visibility === 'all' || isTeammate(asker, state) || has(asker, 'owner', 'admin', 'editor', 'viewer')
}

/** Private decks need a paid plan, internal ones a team's: of the owner, not of the person who acts. */
function covered(asker: Asker, visibility: State['visibility']): boolean {
  const plan = ownerPlan(asker)
  return visibility === 'all' || plan === 'enterprise' || (visibility === 'self' && plan !== 'free')
}

/** Notes are read by those who may edit; by the audience only when they are shared, which no deck here does. */
export function readsNotes(asker: Asker): boolean {
  return mayEdit(asker)
}

/** One call or page about a deck, and who is promised what of it. */
export interface Row {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As the API names it; pages begin with `page:`. */
  readonly path: string
  readonly body?: unknown
  /** The status of success. */
  readonly ok: number
  /** Asking without a session is answered with 401, whatever the deck. */
  readonly session: boolean
  /** Also for decks in the trash, for those who see the trash: owner and admins. */
  readonly trash?: true
  readonly who: (asker: Asker, state: State) => boolean
  /** What the owner's plan must cover. */
  readonly plan?: (asker: Asker, state: State) => boolean
  /** Refused as if there were no such page, instead of with 403. */
  readonly hides?: true
}

const deck = '/api/v1/decks/:id'
const everybody = () => true
const active = (asker: Asker) => mayEdit(asker) && asker.edits
const coveredNow = (asker: Asker, state: State) => covered(asker, state.visibility)
const previews = (asker: Asker) => has(asker, 'owner', 'admin', 'editor', 'viewer')
const get = { method: 'GET', ok: 200, session: false, who: everybody } as const
const post = { method: 'POST', session: true } as const

/** All of them. Those that only read come first. */
export const rows: readonly Row[] = [
  { ...get, name: 'reads the deck', path: deck },
  { ...get, name: 'reads its slides', path: `${deck}/data` },
  { ...get, name: 'sees its picture', path: `${deck}/thumbnail`, trash: true },
  { ...get, name: 'opens its page', path: 'page:' },
  { ...get, name: 'opens it in full', path: 'page:/fullscreen' },
  { ...get, name: 'embeds it', path: 'page:/embed' },
  { ...get, name: 'previews a revision', path: 'page:/preview?revision=:revision_id', who: previews, hides: true },
  {
    ...{ ...get, name: 'reads an untouched original', path: `${deck}/slides/:slide_id/original` },
    ...{ session: true, who: mayEdit, plan: coveredNow },
  },
  { ...get, name: 'lists revisions', path: `${deck}/revisions`, session: true, who: mayEdit },
  { ...get, name: 'reads a revision', path: `${deck}/revisions/:revision_id`, session: true, who: previews },
  {
    ...{ ...post, name: 'restores a revision', path: `${deck}/revisions/:revision_id/restore` },
    ...{ ok: 200, who: active, plan: coveredNow },
  },
  {
    ...{ name: 'saves', method: 'PUT', path: deck, body: { deck: { description: 'new words' } } },
    ...{ ok: 200, session: true, who: active, plan: coveredNow },
  },
  { ...post, name: 'asks for a picture', path: `${deck}/thumbnails`, ok: 204, who: active },
  ...(['self', 'team', 'all'] as const).map((visibility) => ({
    ...{ ...post, name: `makes it ${visibility}`, path: `${deck}/publish`, body: { visibility }, ok: 200 },
    ...{ who: (asker: Asker) => has(asker, 'owner'), plan: (asker: Asker) => covered(asker, visibility) },
  })),
  {
    ...{ ...post, name: 'forks', path: `${deck}/fork`, ok: 201 },
    who: (asker, state) => state.visibility === 'all' || has(asker, 'owner') || isTeammate(asker, state),
  },
  { ...post, name: 'likes', path: `${deck}/kudos/kudo`, ok: 204, who: (asker) => !has(asker, 'owner') },
  { ...post, name: 'likes no more', path: `${deck}/kudos/unkudo`, ok: 204, who: (asker) => !has(asker, 'owner') },
  { ...post, name: 'throws it away', path: `${deck}/trash`, ok: 200, trash: true, who: isAdmin },
  { ...post, name: 'takes it back', path: `${deck}/recover`, ok: 200, trash: true, who: isAdmin },
  {
    ...{ name: 'destroys it', method: 'DELETE', path: deck, ok: 204 },
    ...{ session: true, trash: true, who: (asker) => has(asker, 'owner') },
  },
]

/** The status that somebody is promised. */
export function promised(row: Row, asker: Asker, state: State): number {
  if (row.session && !asker.signedIn) return 401
  if (state.life === 'destroyed') return 404
  const there = state.life === 'trashed' ? row.trash === true && isAdmin(asker) : sees(asker, state)
  if (!there) return 404
  if (!row.who(asker, state)) return row.hides ? 404 : 403
  return row.plan && !row.plan(asker, state) ? 403 : row.ok
}
