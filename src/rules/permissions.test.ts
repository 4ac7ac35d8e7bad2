import { describe, expect, test } from 'vitest'
import {
  type Actor,
  type Decision,
  type DeckAction,
  type DeckFacts,
  type DeckSubject,
  decideDeck,
  deckActions,
  deckBelongsTo,
  editorLimit,
  needsSession,
  roleIsAdmin,
  roleMayEdit,
} from './permissions.ts'
import type { Visibility } from './visibilities.ts'

// Expected decisions are written out here as lists of allowed users; nothing is computed from the matrix.

const ownerId = 1
const team = 7
const visitor: Actor = { userId: null, plan: 'free', teamId: null, teamRole: null, active: true, operator: false }
const person: Actor = { ...visitor, userId: 2 }
const member: Actor = { ...person, plan: 'enterprise', teamId: team, teamRole: 'member' }
const pro: Partial<DeckFacts> = { ownerPlan: 'pro', teamId: null }

interface Place {
  readonly actor: Actor
  readonly deck?: Partial<DeckFacts>
}

/** All kinds of users of a deck; unless stated otherwise the deck's owner is a team member on the enterprise plan. */
const people = {
  visitor: { actor: visitor },
  'visitor with a link': { actor: visitor, deck: { link: 'open' } },
  'visitor before the password': { actor: visitor, deck: { link: 'locked' } },
  'stranger, free': { actor: person },
  'stranger, lite': { actor: { ...person, plan: 'lite' } },
  'stranger, pro': { actor: { ...person, plan: 'pro' } },
  'stranger of another team': { actor: { ...member, teamId: 8, teamRole: 'owner' } },
  'stranger with a link': { actor: person, deck: { link: 'open' } },
  'invited, not accepted': { actor: person, deck: { role: null } },
  operator: { actor: { ...person, operator: true } },
  'owner who left the team': { actor: { ...person, userId: ownerId }, deck: { activeEditor: true } },
  'owner in another team': { actor: { ...member, userId: ownerId, teamId: 8 }, deck: { activeEditor: true } },
  'deactivated member': { actor: { ...member, active: false } },
  'frame with its token': { actor: { ...visitor, deckToken: 'frame' } },
  'export with its token': { actor: { ...visitor, deckToken: 'export' } },
  owner: { actor: { ...member, userId: ownerId }, deck: { activeEditor: true } },
  'owner while another edits': { actor: { ...member, userId: ownerId } },
  'owner, pro': { actor: { ...person, userId: ownerId, plan: 'pro' }, deck: { ...pro, activeEditor: true } },
  'owner, lite': {
    actor: { ...person, userId: ownerId, plan: 'lite' },
    deck: { ...pro, ownerPlan: 'lite', activeEditor: true },
  },
  'owner, lapsed': { actor: { ...person, userId: ownerId }, deck: { ...pro, ownerPlan: 'free', activeEditor: true } },
  admin: { actor: person, deck: { role: 'admin' } },
  editor: { actor: person, deck: { role: 'editor' } },
  'editor, editing': { actor: person, deck: { role: 'editor', activeEditor: true } },
  viewer: { actor: person, deck: { role: 'viewer' } },
  'viewer said to be editing': { actor: person, deck: { role: 'viewer', activeEditor: true } },
  "somebody else's owner row": { actor: person, deck: { role: 'owner', activeEditor: true } },
  'team owner': { actor: { ...member, teamRole: 'owner' } },
  'team admin': { actor: { ...member, teamRole: 'admin' } },
  'team member': { actor: member },
} as const satisfies Record<string, Place>

type Who = keyof typeof people
const everybody = Object.keys(people) as Who[]

const noSession: Who[] = [
  ...(['visitor', 'visitor with a link', 'visitor before the password', 'deactivated member'] as const),
  ...(['frame with its token', 'export with its token'] as const),
]
const tokens: Who[] = ['frame with its token', 'export with its token']
const owners: Who[] = ['owner', 'owner while another edits', 'owner, pro', 'owner, lite', 'owner, lapsed']
/** Users who see a suspended deck. */
const overseers: Who[] = [...owners, 'operator']
const admins: Who[] = [...owners, 'admin']
const editors: Who[] = [...admins, 'editor', 'editor, editing']
const viewers: Who[] = ['viewer', 'viewer said to be editing']
const collaborators: Who[] = [...editors, ...viewers]
const teammates: Who[] = ['team owner', 'team admin', 'team member']
const linked: Who[] = ['visitor with a link', 'stranger with a link']
const active: Who[] = ['owner', 'owner, pro', 'owner, lite', 'owner, lapsed', 'editor, editing']
const lapsed: Who[] = ['owner, lapsed']
const signedIn = everybody.filter((who) => !noSession.includes(who))

/** Users who see an active deck; frame tokens give access to the frame's document only. */
const seeing: Record<Visibility, Who[]> = {
  self: [...collaborators, ...linked],
  team: [...collaborators, ...linked, ...teammates],
  all: everybody,
}
const each = (who: Who[]): Record<Visibility, Who[]> => ({ self: who, team: who, all: who })
/** Owners whose plan no longer includes the deck's visibility (internal decks need a team). */
const notCarried: Record<Visibility, Who[]> = {
  self: lapsed,
  team: ['owner, lapsed', 'owner, pro', 'owner, lite'],
  all: [],
}

interface Row {
  readonly allowed: Record<Visibility, Who[]>
  readonly upgrade?: Record<Visibility, Who[]>
  readonly open?: true
  readonly trash?: Who[]
  readonly suspended?: Who[]
}

const table: Record<DeckAction, Row> = {
  see: { allowed: seeing, open: true, suspended: overseers },
  'see-picture': { allowed: seeing, open: true, trash: admins, suspended: overseers },
  render: {
    allowed: { ...seeing, self: [...seeing.self, ...tokens], team: [...seeing.team, ...tokens] },
    open: true,
    suspended: overseers,
  },
  'read-stream': { allowed: seeing, open: true },
  'read-shared-notes': { allowed: each(editors), open: true, suspended: owners },
  'read-notes': { allowed: each(editors), suspended: owners },
  review: { allowed: each(collaborators) },
  'list-comments': { allowed: each(collaborators) },
  comment: { allowed: each(collaborators) },
  'edit-comment': { allowed: each(collaborators) },
  'delete-comment': { allowed: each(collaborators) },
  'list-public-comments': { allowed: { self: [], team: [], all: everybody }, open: true },
  'comment-publicly': { allowed: { self: [], team: [], all: signedIn } },
  'delete-public-comment': { allowed: { self: [], team: [], all: signedIn } },
  'list-collaborators': { allowed: each(collaborators) },
  'update-last-seen': { allowed: each(collaborators) },
  'preview-revision': { allowed: each(collaborators) },
  'list-revisions': { allowed: each(editors) },
  'read-analytics': { allowed: each(admins) },
  edit: { allowed: each(editors), upgrade: notCarried },
  'become-editor': { allowed: each(editors), upgrade: notCarried },
  save: { allowed: each(active), upgrade: notCarried },
  'restore-revision': { allowed: each(active), upgrade: notCarried },
  'apply-theme': { allowed: each(active), upgrade: notCarried },
  thumbnail: { allowed: each(active) },
  publish: { allowed: each(owners) },
  'bring-to-team': { allowed: each(['owner', 'owner while another edits']) },
  'make-collaborative': { allowed: each(admins) },
  invite: { allowed: each(admins) },
  'change-role': { allowed: each(admins) },
  'remove-collaborator': { allowed: each(admins) },
  leave: { allowed: each(collaborators.filter((who) => !owners.includes(who))) },
  'list-tokens': { allowed: each([...admins, 'owner, lite', 'owner, lapsed']) },
  'create-token': { allowed: each(admins), upgrade: each(['owner, lite', 'owner, lapsed']) },
  'change-token': { allowed: each(admins), upgrade: each(['owner, lite', 'owner, lapsed']) },
  'delete-token': { allowed: each([...admins, 'owner, lite', 'owner, lapsed']) },
  'share-by-email': { allowed: seeing },
  trash: { allowed: each(admins), trash: admins, suspended: owners },
  recover: { allowed: each(admins), trash: admins, suspended: owners },
  destroy: { allowed: each(owners), trash: owners, suspended: owners },
  fork: { allowed: { self: owners, team: [...owners, ...teammates], all: everybody } },
  kudo: { allowed: without(seeing, owners) },
  unkudo: { allowed: without(seeing, owners) },
  export: { allowed: each(editors) },
  sync: { allowed: each(editors) },
  present: { allowed: each(editors) },
}

function without(lists: Record<Visibility, Who[]>, left: Who[]): Record<Visibility, Who[]> {
  const rest = (who: Who[]) => who.filter((one) => !left.includes(one))
  return { self: rest(lists.self), team: rest(lists.team), all: rest(lists.all) }
}

function expected(action: DeckAction, who: Who, visibility: Visibility, state: DeckFacts['state']): Decision {
  const row = table[action]
  if (!row.open && noSession.includes(who)) return 'sign-in'
  if (state === 'destroyed') return 'hidden'
  if (state === 'trashed') {
    if (!admins.includes(who) || !row.trash) return 'hidden'
    return row.trash.includes(who) ? 'allow' : 'forbidden'
  }
  if (state === 'suspended') {
    if (!overseers.includes(who)) return 'hidden'
    return row.suspended?.includes(who) ? 'allow' : 'forbidden'
  }
  if (!seeing[visibility].includes(who) && !tokens.includes(who)) return 'hidden'
  if (!row.allowed[visibility].includes(who)) return 'forbidden'
  return row.upgrade?.[visibility].includes(who) ? 'upgrade' : 'allow'
}

function deckFor(
  who: Who,
  visibility: Visibility,
  state: DeckFacts['state'],
  more: Partial<DeckFacts> = {},
): DeckFacts {
  const place: Place = people[who]
  return {
    ...{ ownerId, ownerPlan: 'enterprise', teamId: team, teamAllowsPublic: true, visibility, state },
    ...{ shareNotes: false, publicComments: true, role: null, activeEditor: false, link: 'none' },
    ...place.deck,
    ...more,
  }
}

const decide = (
  action: DeckAction,
  who: Who,
  visibility: Visibility,
  subject?: DeckSubject,
  more?: Partial<DeckFacts>,
) => decideDeck(action, people[who].actor, deckFor(who, visibility, 'active', more), subject)

describe('the permissions of every user and deck are as specified', () => {
  test('the table has a row for every action', () => {
    expect(Object.keys(table).sort()).toEqual([...deckActions].sort())
  })

  test.each(deckActions.map((action) => [action]))('%s', (action) => {
    const wrong: string[] = []
    let cells = 0
    for (const who of everybody) {
      for (const visibility of ['self', 'team', 'all'] as const) {
        for (const state of ['active', 'trashed', 'suspended', 'destroyed'] as const) {
          const decision = decideDeck(action, people[who].actor, deckFor(who, visibility, state))
          const wanted = expected(action, who, visibility, state)
          if (decision !== wanted) wrong.push(`${who}, ${visibility}, ${state}: ${decision}, not ${wanted}`)
          cells += 1
        }
      }
    }
    expect(wrong).toEqual([])
    expect(cells).toBe(everybody.length * 12)
  })

  test('only actions open to visitors are answered without a session', () => {
    const open = deckActions.filter((action) => !needsSession(action))
    expect(open.sort()).toEqual([
      'list-public-comments',
      'read-shared-notes',
      'read-stream',
      'render',
      'see',
      'see-picture',
    ])
  })
})

describe('conditions beyond the user', () => {
  test('the audience reads notes only when they are shared', () => {
    expect(decide('read-shared-notes', 'visitor', 'all', {}, { shareNotes: true })).toBe('allow')
    expect(decide('read-shared-notes', 'visitor with a link', 'self', {}, { shareNotes: true })).toBe('allow')
    expect(decide('read-shared-notes', 'visitor', 'self', {}, { shareNotes: true })).toBe('hidden')
    expect(decide('read-shared-notes', 'viewer', 'all')).toBe('forbidden')
    expect(decide('read-notes', 'viewer', 'all', {}, { shareNotes: true })).toBe('forbidden')
  })

  test('comments are edited by their author, and deleted by author, owner and admins', () => {
    const own = { authorId: 2 }
    const other = { authorId: 3 }
    expect([decide('edit-comment', 'viewer', 'self', own), decide('edit-comment', 'viewer', 'self', other)]).toEqual([
      ...['allow', 'forbidden'],
    ])
    expect(decide('edit-comment', 'admin', 'self', other)).toBe('forbidden')
    expect(decide('edit-comment', 'owner', 'self', other)).toBe('forbidden')
    expect(decide('delete-comment', 'viewer', 'self', own)).toBe('allow')
    expect(decide('delete-comment', 'editor', 'self', other)).toBe('forbidden')
    expect(decide('delete-comment', 'admin', 'self', other)).toBe('allow')
    expect(decide('delete-comment', 'owner', 'self', other)).toBe('allow')
    expect(decide('delete-comment', 'stranger, free', 'all', own)).toBe('forbidden')
  })

  test('public comments are switched by the deck, and deleted by author, owner and admins', () => {
    const off = { publicComments: false }
    expect(decide('list-public-comments', 'visitor', 'all', {}, off)).toBe('forbidden')
    expect(decide('comment-publicly', 'owner', 'all', {}, off)).toBe('forbidden')
    expect(decide('delete-public-comment', 'stranger, free', 'all', { authorId: 2 })).toBe('allow')
    expect(decide('delete-public-comment', 'stranger, free', 'all', { authorId: 3 })).toBe('forbidden')
    expect(decide('delete-public-comment', 'editor', 'all', { authorId: 3 })).toBe('forbidden')
    expect(decide('delete-public-comment', 'admin', 'all', { authorId: 3 })).toBe('allow')
    expect(decide('delete-public-comment', 'owner', 'all', { authorId: 3 })).toBe('allow')
  })

  test('visibility follows the plan and the team', () => {
    expect(decide('publish', 'owner', 'self', { visibility: 'team' })).toBe('allow')
    expect(decide('publish', 'owner, pro', 'self', { visibility: 'team' })).toBe('upgrade')
    expect(decide('publish', 'owner, lite', 'all', { visibility: 'self' })).toBe('allow')
    expect(decide('publish', 'owner, lapsed', 'all', { visibility: 'self' })).toBe('upgrade')
    expect(decide('publish', 'owner, lapsed', 'self', { visibility: 'all' })).toBe('allow')
    expect(decide('publish', 'owner', 'self', { visibility: 'all' }, { teamAllowsPublic: false })).toBe('forbidden')
    expect(decide('publish', 'owner', 'self', { visibility: 'team' }, { teamAllowsPublic: false })).toBe('allow')
    expect(decide('publish', 'admin', 'self', { visibility: 'all' })).toBe('forbidden')
  })

  test('the admin role requires enterprise, editors are limited, and the owner’s role is fixed', () => {
    for (const action of ['invite', 'change-role'] as const) {
      expect(decide(action, 'owner', 'self', { newRole: 'admin' })).toBe('allow')
      expect(decide(action, 'owner, pro', 'self', { newRole: 'admin' })).toBe('upgrade')
      expect(decide(action, 'owner, pro', 'self', { newRole: 'editor', editors: 49 })).toBe('allow')
      expect(decide(action, 'owner, pro', 'self', { newRole: 'editor', editors: 50 })).toBe('upgrade')
      expect(decide(action, 'owner, pro', 'self', { newRole: 'viewer', editors: 50 })).toBe('allow')
      expect(decide(action, 'owner, pro', 'all', { newRole: 'editor', editors: 500 })).toBe('allow')
      expect(decide(action, 'owner', 'self', { newRole: 'editor', editors: 500 })).toBe('allow')
      expect(decide(action, 'admin', 'self', { newRole: 'owner' })).toBe('forbidden')
    }
    expect(decide('change-role', 'admin', 'self', { currentRole: 'owner', newRole: 'viewer' })).toBe('forbidden')
    expect(decide('remove-collaborator', 'admin', 'self', { currentRole: 'owner' })).toBe('forbidden')
    expect(decide('remove-collaborator', 'admin', 'self', { currentRole: 'editor' })).toBe('allow')
    expect([editorLimit('pro', 'self'), editorLimit('lite', 'team'), editorLimit('pro', 'all')]).toEqual([50, 50, null])
    expect(editorLimit('enterprise', 'self')).toBeNull()
  })

  test('owners and admins e-mail links, all signed-in viewers e-mail decks', () => {
    expect(decide('share-by-email', 'stranger, free', 'all', { withToken: true })).toBe('forbidden')
    expect(decide('share-by-email', 'editor', 'self', { withToken: true })).toBe('forbidden')
    expect(decide('share-by-email', 'editor', 'self')).toBe('allow')
    expect(decide('share-by-email', 'admin', 'self', { withToken: true })).toBe('allow')
    expect(decide('share-by-email', 'stranger with a link', 'self')).toBe('allow')
  })

  test('outsiders export at most a PDF of a public deck, if the instance allows it', () => {
    const pdf = { format: 'pdf', publicPdf: true } as const
    expect(decide('export', 'stranger, free', 'all', pdf)).toBe('allow')
    expect(decide('export', 'stranger, free', 'all', { ...pdf, publicPdf: false })).toBe('forbidden')
    expect(decide('export', 'stranger, free', 'all', { ...pdf, format: 'zip' })).toBe('forbidden')
    expect(decide('export', 'stranger with a link', 'self', pdf)).toBe('forbidden')
  })

  test('a deck belongs to the user with the same id, never to a visitor', () => {
    const personal = { ownerId: 4, teamId: null }
    expect(deckBelongsTo(personal, { userId: 4, teamId: null })).toBe(true)
    expect(deckBelongsTo(personal, { userId: 4, teamId: team })).toBe(true)
    expect(deckBelongsTo(personal, { userId: 5, teamId: null })).toBe(false)
    expect(deckBelongsTo(personal, { userId: null, teamId: null })).toBe(false)
  })

  test('a team’s deck belongs to its owner only while the owner is a member of the team', () => {
    const ofTeam = { ownerId: 4, teamId: team }
    expect(deckBelongsTo(ofTeam, { userId: 4, teamId: team })).toBe(true)
    expect(deckBelongsTo(ofTeam, { userId: 4, teamId: null })).toBe(false)
    expect(deckBelongsTo(ofTeam, { userId: 4, teamId: 8 })).toBe(false)
  })

  test('owner, admin and editor edit; owner and admin are admins', () => {
    const roles = ['owner', 'admin', 'editor', 'viewer', null] as const
    expect(roles.map(roleMayEdit)).toEqual([true, true, true, false, false])
    expect(roles.map(roleIsAdmin)).toEqual([true, true, false, false, false])
  })

  test("a signed-in user never gets the decision 'sign-in'", () => {
    for (const who of signedIn)
      for (const action of deckActions) expect(decide(action, who, 'self')).not.toBe('sign-in')
  })
})
