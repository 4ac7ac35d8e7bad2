import type { Plan } from '../../rules/plans.ts'
import type { Asker, State } from './access-askers.ts'

/**
 * The permission table of decks, deliberately written a second time from the specification, independent of the
 * product's rules. Changes must be made in both places.
 */

/** The plan of the deck: of its team; of its owner for a personal deck. Here the actor, if outside the team, owns those. */
export function deckPlan(asker: Asker): Plan {
  return asker.place === 'owner' && (asker.team === undefined || asker.personal) ? asker.plan : 'enterprise'
}

const inTeam = ({ team }: Asker) => team === 'member' || team === 'admin' || team === 'owner'
/** The owner of a team's deck has an owner's rights only while an active member of the team. */
const hasLeft = ({ team, personal }: Asker) => !personal && ['deactivated', 'removed', 'other'].includes(team ?? '')
/** A collaborator who is deactivated in the deck's team has no role until active again. */
const isOut = (asker: Asker) =>
  asker.place === 'owner' ? hasLeft(asker) : !asker.personal && asker.team === 'deactivated'
const placeOf = (asker: Asker) => (isOut(asker) ? 'none' : asker.place)
const has = (asker: Asker, ...places: Asker['place'][]) => asker.signedIn && places.includes(placeOf(asker))
const mayEdit = (asker: Asker) => has(asker, 'owner', 'admin', 'editor')
const isAdmin = (asker: Asker) => has(asker, 'owner', 'admin')
const isTeammate = (asker: Asker, state: State) =>
  asker.signedIn && inTeam(asker) && !asker.personal && state.visibility === 'team'
/** Whether the owner is in the deck's team, or in any team if the deck is personal. */
const isOwnerInTeam = (asker: Asker) => has(asker, 'owner') && (inTeam(asker) || asker.plan === 'enterprise')

/** Whether an actor may see an active deck. */
function sees(asker: Asker, state: State): boolean {
  const byLink = asker.link === 'open' || asker.link === 'unlocked'
  return byLink || state.visibility === 'all' || isTeammate(asker, state) || has(asker, ...collaborators)
}

const collaborators = ['owner', 'admin', 'editor', 'viewer'] as const

/** Whether the actor's link still needs its password. */
const waits = (asker: Asker) => asker.link === 'locked' || asker.link === 'wrong'

/** Whether the deck's plan includes the visibility: private decks require a paid plan, internal decks a team's plan. */
function covered(asker: Asker, visibility: State['visibility']): boolean {
  const plan = deckPlan(asker)
  return visibility === 'all' || plan === 'enterprise' || (visibility === 'self' && plan !== 'free')
}

/** Notes are readable by editors, and by the audience only if shared, which no deck here is. */
export const readsNotes = (asker: Asker): boolean => mayEdit(asker)

/** An API call or page of a deck, and its promised answers. */
export interface Row {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As the API names it; pages begin with `page:`. */
  readonly path: string
  /** The path as the API names it, where it differs. */
  readonly called?: string
  readonly body?: unknown
  /** Whom `:user_id` names: the deck's owner or the actor; default another collaborator. */
  readonly about?: 'owner' | 'self'
  /** Status on success. */
  readonly ok: number
  /** Requests without a session get a 401 for any deck. */
  readonly session: boolean
  /** Also for trashed decks, for users who see the trash: owner and admins. */
  readonly trash?: true
  /** Also for suspended decks: for the owner, or for the owner and operators. */
  readonly suspended?: 'owner' | 'operator'
  readonly who: (asker: Asker, state: State) => boolean
  /** Requests that are refused as invalid, after everything else. */
  readonly invalid?: (asker: Asker) => boolean
  /** What the deck's plan must include. */
  readonly plan?: (asker: Asker, state: State) => boolean
  /** Refused with 404 instead of 403. */
  readonly hides?: true
  /** A view of the deck: a password prompt takes its place while the link is locked. */
  readonly view?: true
}

const deck = '/api/v1/decks/:id'
const peoplePath = `${deck}/users`
const everybody = () => true
const nobodyAtAll = () => false
const collaborates = (asker: Asker) => has(asker, ...collaborators)
/** Whether the deck's plan allows to give a role. A plan without non-public decks has no editors of them. */
const mayGive = {
  viewer: everybody,
  editor: (asker: Asker, { visibility }: State) => visibility === 'all' || deckPlan(asker) !== 'free',
  admin: (asker: Asker) => deckPlan(asker) === 'enterprise',
}
const active = (asker: Asker) => mayEdit(asker) && asker.edits
const coveredNow = (asker: Asker, state: State) => covered(asker, state.visibility)
const comments = `${deck}/comments`
const exported = `${deck}/exports`
const ownExport = { path: `${exported}/:own_export_id`, called: `${exported}/:export_id`, session: true, who: mayEdit }
const synced = `${deck}/export`
const publicComments = `${deck}/public_comments`
const isPublic = (_: Asker, { visibility }: State) => visibility === 'all'
const previews = (asker: Asker) => has(asker, ...collaborators)
const links = `${deck}/access_tokens`
const linksInPlan = (asker: Asker) => deckPlan(asker) === 'pro' || deckPlan(asker) === 'enterprise'
/** Existing items can be viewed and revoked even by users who could no longer create them. */
const managing = { session: true, who: isAdmin } as const
const asViewer = { method: 'PUT', body: { user: { role: 'viewer' } } } as const
const making = { ...managing, plan: linksInPlan } as const
const letter = { emails: 'reader:n@example.org', from: 'Me', body: 'Look' }
const presented = JSON.stringify({ publisher_id: 'table', indexh: 0, indexv: 0, indexf: 0 })
const get = { method: 'GET', ok: 200, session: false, who: everybody } as const
/** What the owner and operators see of a suspended deck. */
const shown = { ...get, suspended: 'operator' } as const
const post = { method: 'POST', session: true } as const

/** All rows, read-only ones first. */
export const rows: readonly Row[] = [
  { ...shown, name: 'reads the deck', path: deck },
  { ...shown, name: 'reads its slides', path: `${deck}/data` },
  { ...get, name: 'follows its presentation', path: `${deck}/stream` },
  { ...shown, name: 'sees its picture', path: `${deck}/thumbnail`, trash: true },
  { ...shown, name: 'sees its picture for links', path: `${deck}/sharing_picture`, trash: true },
  { ...shown, name: 'opens its page', path: 'page:', view: true },
  { ...shown, name: 'opens it in full', path: 'page:/fullscreen', view: true },
  { ...shown, name: 'embeds it', path: 'page:/embed', view: true },
  { ...shown, name: 'follows it live', path: 'page:/live', view: true },
  { ...shown, name: 'prints it with its notes', path: 'page:/export?notes=1', view: true },
  { ...get, name: 'previews a revision', path: 'page:/preview?revision=:revision_id', who: previews, hides: true },
  {
    ...{ ...get, name: 'reads an untouched original', path: `${deck}/slides/:slide_id/original` },
    ...{ session: true, who: mayEdit, plan: coveredNow },
  },
  {
    ...{ ...get, name: 'reads what is newer than it knows', path: `${deck}/newer?since=1` },
    ...{ session: true, who: mayEdit, plan: coveredNow },
  },
  {
    ...{ ...get, name: 'reads its theme', path: `${deck}/theme` },
    ...{ session: true, who: mayEdit, plan: coveredNow },
  },
  { ...get, name: 'reads its analytics', path: `${deck}/analytics`, session: true, who: isAdmin },
  { ...get, name: 'reads where the presentation is', path: `${deck}/stream` },
  { ...get, ...managing, name: 'lists its links', path: links },
  { ...get, name: 'lists its people', path: peoplePath, session: true, who: collaborates },
  { ...get, name: 'reads one of its people', path: `${peoplePath}/:user_id`, session: true, who: collaborates },
  { ...get, name: 'reads its comments', path: comments, session: true, who: collaborates },
  {
    ...{ ...get, name: 'reads one of its comments', path: `${comments}/:comment_id` },
    ...{ session: true, who: collaborates },
  },
  {
    ...{ ...get, name: 'counts its comments that it has not read', path: `${comments}/unread` },
    ...{ session: true, who: collaborates },
  },
  {
    ...{ name: 'marks its comments as read', method: 'PUT', path: `${comments}/read`, ok: 200 },
    ...{ body: { read: [{ slide_hash: ':slide_id', comment_id: 1 }] }, session: true, who: collaborates },
  },
  {
    ...{ name: 'resolves a comment', method: 'PUT', path: `${comments}/:comment_id/resolved`, ok: 200 },
    ...{ body: { comment: { resolved: true } }, session: true, who: collaborates },
  },
  {
    ...{ ...post, name: 'comments', path: comments, ok: 201, who: collaborates },
    body: { comment: { message: 'Look', slide_hash: ':slide_id' } },
  },
  ...(['self', 'other'] as const).flatMap((author): Row[] => {
    const path = author === 'self' ? `${comments}/:own_comment_id` : `${comments}/:comment_id`
    const whose = author === 'self' ? 'an own comment' : 'another’s comment'
    const body = { comment: { message: 'Better' } }
    return [
      {
        ...{ name: `changes ${whose}`, method: 'PUT', path, called: `${comments}/:comment_id`, body, ok: 200 },
        ...{ session: true, who: author === 'self' ? collaborates : nobodyAtAll },
      },
      {
        ...{ name: `deletes ${whose}`, method: 'DELETE', path, called: `${comments}/:comment_id`, ok: 204 },
        ...{ session: true, who: author === 'self' ? collaborates : isAdmin },
      },
    ]
  }),
  { ...get, name: 'lists its exports', path: exported, session: true, who: mayEdit },
  { ...get, name: 'reads the reports of its imports', path: `${deck}/imports`, session: true, who: mayEdit },
  {
    ...{ ...post, name: 'exports it', path: exported, ok: 201, who: mayEdit },
    body: { deck_export: { type: 'pdf', options: { notes: true, hidden: true } } },
  },
  { ...get, ...ownExport, name: 'reads an own export' },
  {
    ...{ ...get, ...ownExport, name: 'downloads an own export', path: `${exported}/:own_export_id/download` },
    called: `${exported}/:export_id/download`,
  },
  { ...ownExport, name: 'deletes an own export', method: 'DELETE', ok: 204 },
  { ...get, name: 'reads whether it is synced', path: synced, session: true, who: mayEdit },
  // There is no file storage.
  { ...post, name: 'syncs it', path: synced, ok: 202, who: mayEdit, invalid: everybody },
  { name: 'syncs it no more', method: 'DELETE', path: synced, ok: 200, session: true, who: mayEdit },
  { ...get, name: 'reads its public comments', path: publicComments, who: isPublic },
  {
    ...{ ...post, name: 'comments in public', path: publicComments, ok: 201, who: isPublic },
    body: { comment: { message: 'Look' } },
  },
  {
    ...{
      ...get,
      name: 'reports a public comment',
      method: 'POST',
      path: `${publicComments}/:public_comment_id/reports`,
    },
    ...{
      called: `${publicComments}/:comment_id/reports`,
      ok: 204,
      who: isPublic,
      body: { report: { reason: 'spam' } },
    },
  },
  ...(['own_', ''] as const).map(
    (whose): Row => ({
      ...{
        name: whose === '' ? 'deletes another’s public comment' : 'deletes an own public comment',
        method: 'DELETE',
      },
      ...{ path: `${publicComments}/:${whose}public_comment_id`, called: `${publicComments}/:comment_id`, ok: 204 },
      ...{ session: true, who: (asker, state) => isPublic(asker, state) && (whose === 'own_' || isAdmin(asker)) },
    }),
  ),
  { ...get, name: 'lists revisions', path: `${deck}/revisions`, session: true, who: mayEdit },
  { ...get, name: 'reads a revision', path: `${deck}/revisions/:revision_id`, session: true, who: previews },
  {
    ...{ ...post, name: 'restores a revision', path: `${deck}/revisions/:revision_id/restore` },
    ...{ ok: 200, who: active, plan: coveredNow },
  },
  {
    ...{ name: 'moves its presentation', method: 'PUT', path: `${deck}/stream`, body: { state: '{"indexh":1}' } },
    ...{ ok: 200, session: true, who: mayEdit },
  },
  {
    ...{ name: 'saves', method: 'PUT', path: deck, body: { deck: { description: 'new words' } } },
    ...{ ok: 200, session: true, who: active, plan: coveredNow },
  },
  {
    ...{ name: 'changes its theme', method: 'PUT', path: `${deck}/theme`, body: { theme_id: null } },
    ...{ ok: 200, session: true, who: active, plan: coveredNow },
  },
  { ...post, name: 'asks for a picture', path: `${deck}/thumbnails`, ok: 204, who: active },
  ...(['self', 'team', 'all'] as const).map((visibility) => ({
    ...{ ...post, name: `makes it ${visibility}`, path: `${deck}/publish`, body: { visibility }, ok: 200 },
    ...{ who: (asker: Asker) => has(asker, 'owner'), plan: (asker: Asker) => covered(asker, visibility) },
    // A personal deck is never internal, even of a member.
    invalid: ({ personal }: Asker) => visibility === 'team' && personal === true,
  })),
  { ...post, name: 'brings it into the team', path: `${deck}/bring_to_team`, ok: 200, who: isOwnerInTeam },
  {
    ...{ name: 'presents', method: 'PUT', path: `${deck}/stream`, body: { state: presented } },
    ...{ ok: 200, session: true, who: mayEdit },
  },
  { ...post, ...making, name: 'makes a link', path: links, ok: 201 },
  {
    ...making,
    name: 'changes a link',
    method: 'PUT',
    path: `${links}/:token_id`,
    body: { access_token: {} },
    ok: 200,
  },
  { ...managing, name: 'removes a link', method: 'DELETE', path: `${links}/:token_id`, ok: 204 },
  { ...post, name: 'mails it', path: `${deck}/deck_shares`, body: { deck_share: letter }, ok: 201, who: everybody },
  {
    ...{ ...post, name: 'mails a link of it', path: `${deck}/deck_shares`, ok: 201, who: isAdmin },
    body: { deck_share: { ...letter, access_token_id: ':token_id' } },
  },
  {
    ...{ ...post, name: 'forks', path: `${deck}/fork`, ok: 201 },
    who: (asker, state) => state.visibility === 'all' || has(asker, 'owner') || isTeammate(asker, state),
  },
  {
    ...{ ...shown, name: 'reports it', method: 'POST', path: `${deck}/reports`, ok: 204 },
    body: { report: { reason: 'spam', text: 'Look' } },
  },
  { ...post, name: 'enables collaboration', path: `${deck}/make_collaborative`, ok: 200, who: isAdmin },
  ...(['viewer', 'editor', 'admin'] as const).map((role) => ({
    ...{ ...post, name: `invites as ${role}`, path: `${peoplePath}/invite`, ok: 201, who: isAdmin },
    ...{ body: { user: { email: 'guest:n@example.org', role } }, plan: mayGive[role] },
  })),
  { ...managing, ...asViewer, name: 'changes a role', path: `${peoplePath}/:user_id`, ok: 200 },
  {
    ...managing,
    ...asViewer,
    name: 'changes the owner’s role',
    about: 'owner',
    path: `${peoplePath}/:user_id`,
    ok: 200,
    who: nobodyAtAll,
  },
  { ...managing, name: 'removes a person', method: 'DELETE', path: `${peoplePath}/:user_id`, ok: 204 },
  {
    ...{
      ...managing,
      name: 'removes the owner',
      method: 'DELETE',
      about: 'owner',
      path: `${peoplePath}/:user_id`,
      ok: 204,
    },
    who: nobodyAtAll,
  },
  {
    ...{ ...post, name: 'leaves', path: `${deck}/leave`, ok: 204 },
    who: (asker) => collaborates(asker) && !has(asker, 'owner'),
  },
  {
    ...{ ...post, name: 'becomes the editor', about: 'self', path: `${peoplePath}/:user_id/become_editor`, ok: 200 },
    ...{ who: mayEdit, plan: coveredNow },
  },
  {
    ...{ name: 'has seen it', method: 'PUT', path: `${peoplePath}/update_last_seen_at`, ok: 204 },
    ...{ session: true, who: collaborates },
  },
  { ...post, name: 'likes', path: `${deck}/kudos/kudo`, ok: 204, who: (asker) => !has(asker, 'owner') },
  { ...post, name: 'likes no more', path: `${deck}/kudos/unkudo`, ok: 204, who: (asker) => !has(asker, 'owner') },
  { ...post, name: 'throws it away', path: `${deck}/trash`, ok: 200, trash: true, suspended: 'owner', who: isAdmin },
  { ...post, name: 'takes it back', path: `${deck}/recover`, ok: 200, trash: true, suspended: 'owner', who: isAdmin },
  {
    ...{ name: 'destroys it', method: 'DELETE', path: deck, ok: 204 },
    ...{ session: true, trash: true, suspended: 'owner', who: (asker) => has(asker, 'owner') },
  },
]

/** Whether the answer is the password prompt, without any content of the deck. */
export function asksPassword(row: Row, asker: Asker, state: State): boolean {
  return row.view === true && waits(asker) && state.life === 'active'
}

/** Only the owner and operators see a suspended deck, with few permissions. */
function promisedSuspended(row: Row, asker: Asker): number {
  const operates = asker.signedIn && asker.operator === true
  if (!has(asker, 'owner') && !operates) return 404
  const may = row.suspended === 'operator' || (row.suspended === 'owner' && has(asker, 'owner'))
  return may ? row.ok : row.hides ? 404 : 403
}

export const isPage = ({ path }: Row): boolean => path.startsWith('page:')

/** As whom an actor is seen: pages and sockets do not know tokens. */
export function seenBy(row: Row, { token, ...asker }: Asker): Asker {
  return token && isPage(row) ? { ...asker, signedIn: false } : asker
}

/** Personal decks of a suspended user count as suspended. */
function countedState({ place, deactivated }: Asker, state: State): State {
  return place === 'owner' && deactivated && state.life === 'active' ? { ...state, life: 'suspended' } : state
}

/** The promised status for an actor. */
export function promised(row: Row, actor: Asker, stored: State): number {
  const asker = seenBy(row, actor)
  const state = countedState(asker, stored)
  if (actor.token === 'read' && row.method !== 'GET') return 403
  if (row.session && !asker.signedIn) return 401
  if (state.life === 'destroyed') return 404
  if (asksPassword(row, asker, state)) return row.ok
  if (state.life === 'suspended') return promisedSuspended(row, asker)
  const there = state.life === 'trashed' ? row.trash === true && isAdmin(asker) : sees(asker, state)
  if (!there) return 404
  if (!row.who(asker, state)) return row.hides ? 404 : 403
  if (row.plan && !row.plan(asker, state)) return 403
  return row.invalid?.(asker) ? 422 : row.ok
}

/** Whether a deck can be in a state: a personal deck is never internal. */
export function isPossible({ personal }: Asker, { visibility }: State): boolean {
  return !(personal && visibility === 'team')
}

/**
 * The promised status of all pages of a deck on a host that is not the deck's own: a redirect for those who may open
 * the deck's page there, or its password prompt, and 404 for all others.
 */
export function promisedElsewhere(asker: Asker, state: State): number {
  const page = rows.find(({ path }) => path === 'page:') as Row
  return promised(page, asker, state) === page.ok ? 302 : 404
}

/** The pages that only collaborators open; others are redirected, or get a 404. */
export const collaboratorPages = ['review', 'edit', 'speaker'] as const

/**
 * What a page of collaborators is for an actor: opened, the offer of a plan instead of the editor, or neither. Pages know
 * no API tokens.
 */
export function promisedPage(
  page: (typeof collaboratorPages)[number],
  { token, ...asker }: Asker,
  stored: State,
): 'opened' | 'upgrade' | 'closed' {
  const { life, visibility } = countedState(asker, stored)
  if (token || life !== 'active') return 'closed'
  if (page === 'review') return collaborates(asker) ? 'opened' : 'closed'
  if (page === 'speaker') return mayEdit(asker) ? 'opened' : 'closed'
  if (!mayEdit(asker)) return 'closed'
  if (!covered(asker, visibility)) return 'upgrade'
  return asker.edits ? 'opened' : 'closed'
}
