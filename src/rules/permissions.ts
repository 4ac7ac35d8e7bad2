import type { Plan } from './plans.ts'
import { planAllows, privileges } from './plans.ts'
import type { Visibility } from './visibilities.ts'

/** The roles of a deck's collaborators besides its owner. */
export const collaboratorRoles = ['admin', 'editor', 'viewer'] as const
/** A collaborator's role on a deck. */
export type CollaboratorRole = (typeof collaboratorRoles)[number]
export type DeckRole = 'owner' | CollaboratorRole
/** The roles as people read them. */
export const roleNames: Readonly<Record<DeckRole, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  viewer: 'Viewer',
}
/** A member's role in a team; owner and admin are its managers. */
export const teamRoles = ['owner', 'admin', 'member'] as const
export type TeamRole = (typeof teamRoles)[number]
/** Whether a member has access to the team. */
export type MembershipState = 'active' | 'deactivated'

/** The user of a request. A visitor has no userId; a deactivated user (`active` false) counts as a visitor. */
export interface Actor {
  readonly userId: number | null
  readonly plan: Plan
  readonly teamId: number | null
  readonly teamRole: TeamRole | null
  readonly active: boolean
  /** Whether the user operates the instance. An operator sees another user's deck only if it is suspended. */
  readonly operator: boolean
  /** Set for a request without a session but with a valid token for this deck: from a deck frame or an export browser. */
  readonly deckToken?: 'frame' | 'export' | null
}

/** The facts about a deck and the actor's relation to it that decisions depend on. */
export interface DeckFacts {
  readonly ownerId: number
  /** The plan that counts: of the deck's team, else the owner's. Free after a subscription has ended. */
  readonly ownerPlan: Plan
  /** The team that the deck belongs to; null for a personal deck. */
  readonly teamId: number | null
  /** Whether the deck's team allows public decks; true outside teams. */
  readonly teamAllowsPublic: boolean
  readonly visibility: Visibility
  /** suspended: by an operator; only its owner and operators see it. */
  readonly state: 'active' | 'trashed' | 'suspended' | 'destroyed'
  /** Whether the audience may read the notes. */
  readonly shareNotes: boolean
  /** Whether people may comment below the deck while it is public. */
  readonly publicComments: boolean
  /** The actor's accepted role as a collaborator; null for all others, including pending invitations. */
  readonly role: DeckRole | null
  /** Whether the actor is the one active editor. */
  readonly activeEditor: boolean
  /** The access link of the request: `locked` needs its password. A revoked link is 'none'. */
  readonly link: 'none' | 'locked' | 'open'
}

/** Facts for specific actions. Without them, the decision is the most permissive. */
export interface DeckSubject {
  /** publish: the new visibility. */
  readonly visibility?: Visibility
  /** invite, change-role: the role to assign. */
  readonly newRole?: DeckRole
  /** change-role, remove-collaborator: the person's current role. */
  readonly currentRole?: DeckRole
  /** invite, change-role: the current number of editors, without the owner. */
  readonly editors?: number
  /** edit-comment, delete-comment, delete-public-comment: the comment's author. */
  readonly authorId?: number
  /** share-by-email: whether the mail contains an access link. */
  readonly withToken?: boolean
  /** export: the format, and whether the instance allows PDFs of public decks for everyone. */
  readonly format?: 'pdf' | 'ppt' | 'zip'
  readonly publicPdf?: boolean
}

/** HTTP status: sign-in 401, forbidden 403, hidden 404, upgrade 403 with 'upgrade_required'. */
export type Decision = 'allow' | 'sign-in' | 'forbidden' | 'hidden' | 'upgrade'

interface Question {
  readonly actor: Actor
  readonly deck: DeckFacts
  readonly subject: DeckSubject
}
type Test = (question: Question) => boolean

/** One row of the matrix. */
interface MatrixRow {
  /** Checked first: without a session the answer is 'sign-in', whether or not the deck exists. */
  readonly signedIn?: true
  /** Set if users who see the trash may do this with trashed decks. */
  readonly trashed?: true
  readonly who: Test
  /** Who may do it with a suspended deck. Replaces `who` and `plan`; default: nobody. */
  readonly suspended?: Test
  /** What the deck's plan must include; if it does not, the decision is 'upgrade'. */
  readonly plan?: Test
}

/**
 * Whether the user has an owner's rights on the deck. A team's deck is its owner's own only while the owner is an active
 * member of the team.
 */
export function deckBelongsTo(
  deck: Pick<DeckFacts, 'ownerId' | 'teamId'>,
  user: Pick<Actor, 'userId' | 'teamId'>,
): boolean {
  if (user.userId === null || deck.ownerId !== user.userId) return false
  return deck.teamId === null || deck.teamId === user.teamId
}

/** Whether a role may edit the deck. */
export function roleMayEdit(role: DeckRole | null): boolean {
  return role === 'owner' || role === 'admin' || role === 'editor'
}

/** Whether a role administers the deck. */
export function roleIsAdmin(role: DeckRole | null): boolean {
  return role === 'owner' || role === 'admin'
}

/** The actor's role on the deck, including the owner's. */
function roleOn(actor: Actor, deck: DeckFacts): DeckRole | null {
  if (actor.userId === null || !actor.active) return null
  if (deckBelongsTo(deck, actor)) return 'owner'
  // An 'owner' row of another user is left over from a transferred deck and grants nothing.
  return deck.role === 'owner' ? null : deck.role
}

/** Maximum number of editors besides the owner; null: unlimited. Only non-public decks are limited. */
export function editorLimit(ownerPlan: Plan, visibility: Visibility): number | null {
  return visibility === 'all' ? null : privileges[ownerPlan].editors
}

const owner: Test = ({ actor, deck }) => roleOn(actor, deck) === 'owner'
const operator: Test = ({ actor }) => actor.userId !== null && actor.active && actor.operator
const overseer: Test = (question) => owner(question) || operator(question)
const admin: Test = ({ actor, deck }) => roleIsAdmin(roleOn(actor, deck))
const editor: Test = ({ actor, deck }) => roleMayEdit(roleOn(actor, deck))
const activeEditor: Test = (question) => editor(question) && question.deck.activeEditor
const collaborator: Test = ({ actor, deck }) => roleOn(actor, deck) !== null
const teammate: Test = ({ actor, deck }) =>
  actor.active && actor.teamId !== null && actor.teamId === deck.teamId && deck.visibility === 'team'
const hasDeckToken: Test = ({ actor }) => actor.deckToken === 'frame' || actor.deckToken === 'export'
const viewer: Test = (question) =>
  question.deck.visibility === 'all' || question.deck.link === 'open' || collaborator(question) || teammate(question)
const author: Test = (question) =>
  collaborator(question) &&
  (question.subject.authorId === undefined || question.subject.authorId === question.actor.userId)

const hasPublicComments: Test = ({ deck }) => deck.visibility === 'all' && deck.publicComments
const publicAuthor: Test = ({ actor, subject }) => subject.authorId === undefined || subject.authorId === actor.userId
const mayForkIt: Test = (question) => owner(question) || question.deck.visibility === 'all' || teammate(question)
const mayExport: Test = (question) => {
  const { deck, subject } = question
  return editor(question) || (deck.visibility === 'all' && subject.publicPdf === true && subject.format === 'pdf')
}
const inTeam: Test = ({ actor }) => actor.teamId !== null
const notTheOwner: Test = ({ subject }) => subject.currentRole !== 'owner' && subject.newRole !== 'owner'
const visibilityAllowed: Test = ({ deck, subject }) => subject.visibility !== 'all' || deck.teamAllowsPublic
const visibilityInPlan: Test = ({ deck, subject }) =>
  (subject.visibility !== 'self' || planAllows(deck.ownerPlan, 'privateDecks')) &&
  (subject.visibility !== 'team' || planAllows(deck.ownerPlan, 'team'))
const roleInPlan: Test = ({ deck, subject }) => {
  if (subject.newRole === 'admin') return planAllows(deck.ownerPlan, 'team')
  const limit = editorLimit(deck.ownerPlan, deck.visibility)
  return subject.newRole !== 'editor' || subject.editors === undefined || limit === null || subject.editors < limit
}
const linksInPlan: Test = ({ deck }) => planAllows(deck.ownerPlan, 'privateLinks')
// After a subscription ended, private decks stay private and readable; editing requires a new subscription.
const editableInPlan: Test = ({ deck }) =>
  deck.visibility === 'all' || planAllows(deck.ownerPlan, deck.visibility === 'team' ? 'team' : 'privateDecks')

const both =
  (first: Test, second: Test): Test =>
  (question) =>
    first(question) && second(question)

/** The permission matrix of decks. A deck the actor cannot see is 'hidden' before any row applies. */
const matrix = {
  /** Show, fullscreen, embed and live audience views; the deck and its data without private notes. */
  see: { who: viewer, suspended: overseer },
  /** The picture of the first slide. Users who see the trash may also see it for trashed decks. */
  'see-picture': { trashed: true, who: viewer, suspended: overseer },
  /** The deck frame's document. */
  render: { who: (question) => viewer(question) || hasDeckToken(question), suspended: overseer },
  /** The stream's state, for the audience. */
  'read-stream': { who: viewer },
  /** Notes for the audience. In addition, the live view checks the presenter's own setting. */
  'read-shared-notes': {
    who: (question) => viewer(question) && (question.deck.shareNotes || editor(question)),
    suspended: owner,
  },
  /** Notes for editors and presenters. */
  'read-notes': { signedIn: true, who: editor, suspended: owner },
  // Reviews and comments are for collaborators, not for everybody who sees the deck: not by link, not as a team member.
  review: { signedIn: true, who: collaborator },
  'list-comments': { signedIn: true, who: collaborator },
  comment: { signedIn: true, who: collaborator },
  'edit-comment': { signedIn: true, who: author },
  'delete-comment': { signedIn: true, who: (question) => author(question) || admin(question) },
  // The comments below public decks are for everybody who sees the deck.
  'list-public-comments': { who: hasPublicComments },
  'comment-publicly': { signedIn: true, who: hasPublicComments },
  'delete-public-comment': {
    signedIn: true,
    who: both(hasPublicComments, (question) => publicAuthor(question) || admin(question)),
  },
  'list-collaborators': { signedIn: true, who: collaborator },
  'update-last-seen': { signedIn: true, who: collaborator },
  'preview-revision': { signedIn: true, who: collaborator },
  'list-revisions': { signedIn: true, who: editor },
  /** Reading statistics. */
  'read-analytics': { signedIn: true, who: admin },
  /** The editor and the editable content. */
  edit: { signedIn: true, who: editor, plan: editableInPlan },
  'become-editor': { signedIn: true, who: editor, plan: editableInPlan },
  save: { signedIn: true, who: activeEditor, plan: editableInPlan },
  'restore-revision': { signedIn: true, who: activeEditor, plan: editableInPlan },
  'apply-theme': { signedIn: true, who: activeEditor, plan: editableInPlan },
  thumbnail: { signedIn: true, who: activeEditor },
  publish: { signedIn: true, who: both(owner, visibilityAllowed), plan: visibilityInPlan },
  'bring-to-team': { signedIn: true, who: both(owner, inTeam) },
  'make-collaborative': { signedIn: true, who: admin },
  invite: { signedIn: true, who: both(admin, notTheOwner), plan: roleInPlan },
  'change-role': { signedIn: true, who: both(admin, notTheOwner), plan: roleInPlan },
  'remove-collaborator': { signedIn: true, who: both(admin, notTheOwner) },
  /** To give up one's role. */
  leave: { signedIn: true, who: (question) => collaborator(question) && !owner(question) },
  // Links stay valid after the owner's plan has ended, so their creators can still list and revoke them.
  'list-tokens': { signedIn: true, who: admin },
  'create-token': { signedIn: true, who: admin, plan: linksInPlan },
  'change-token': { signedIn: true, who: admin, plan: linksInPlan },
  'delete-token': { signedIn: true, who: admin },
  'share-by-email': { signedIn: true, who: (question) => !question.subject.withToken || admin(question) },
  trash: { signedIn: true, trashed: true, who: admin, suspended: owner },
  recover: { signedIn: true, trashed: true, who: admin, suspended: owner },
  destroy: { signedIn: true, trashed: true, who: owner, suspended: owner },
  fork: { signedIn: true, who: mayForkIt },
  kudo: { signedIn: true, who: (question) => !owner(question) },
  unkudo: { signedIn: true, who: (question) => !owner(question) },
  export: { signedIn: true, who: mayExport },
  sync: { signedIn: true, who: editor },
  /** The presenter and speaker views, and all actions that control the stream. */
  present: { signedIn: true, who: editor },
} as const satisfies Record<string, MatrixRow>

export type DeckAction = keyof typeof matrix

export const deckActions = Object.keys(matrix) as readonly DeckAction[]

/** Whether the action returns 401 to every request without a session, before the deck is loaded. */
export function needsSession(action: DeckAction): boolean {
  return (matrix[action] as MatrixRow).signedIn === true
}

function knowsOf(question: Question): boolean {
  if (question.deck.state === 'destroyed') return false
  if (question.deck.state === 'trashed') return admin(question)
  if (question.deck.state === 'suspended') return overseer(question)
  return viewer(question) || hasDeckToken(question)
}

/** Decides whether the actor may perform the action on the deck. */
export function decideDeck(action: DeckAction, actor: Actor, deck: DeckFacts, subject: DeckSubject = {}): Decision {
  const row: MatrixRow = matrix[action]
  const question = { actor, deck, subject }
  if (row.signedIn && (actor.userId === null || !actor.active)) return 'sign-in'
  if (!knowsOf(question) || (deck.state === 'trashed' && !row.trashed)) return 'hidden'
  if (deck.state === 'suspended') return row.suspended?.(question) ? 'allow' : 'forbidden'
  if (!row.who(question)) return 'forbidden'
  return row.plan && !row.plan(question) ? 'upgrade' : 'allow'
}
