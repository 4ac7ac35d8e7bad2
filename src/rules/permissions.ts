import type { Plan } from './plans.ts'
import { planAllows, privileges } from './plans.ts'

/** A collaborator's role on a deck. */
export type DeckRole = 'owner' | 'admin' | 'editor' | 'viewer'
/** A member's role in a team; owner and admin are its managers. */
export type TeamRole = 'owner' | 'admin' | 'member'
/** Who can see a deck: its owner's people, its owner's team, everybody. */
export type Visibility = 'self' | 'team' | 'all'

/** Who asks. A visitor has no userId; a deactivated person (`active` false) counts as a visitor. */
export interface Actor {
  readonly userId: number | null
  readonly plan: Plan
  readonly teamId: number | null
  readonly teamRole: TeamRole | null
  readonly active: boolean
  /** Runs the instance. Gives no right on other people's decks. */
  readonly operator: boolean
  /** The request carries a valid ticket for just this deck and no session: a deck frame's, or an export browser's. */
  readonly ticket?: 'frame' | 'export' | null
}

/** What the matrix must know about a deck, and about the asker's place in it. */
export interface DeckFacts {
  readonly ownerId: number
  /** The plan in force of the owner: free again after a subscription ended. */
  readonly ownerPlan: Plan
  readonly ownerTeamId: number | null
  /** Whether the owner's team allows public decks; true outside teams. */
  readonly teamAllowsPublic: boolean
  readonly visibility: Visibility
  readonly state: 'active' | 'trashed' | 'destroyed'
  /** Whether the audience may read the notes. */
  readonly shareNotes: boolean
  /** The asker's accepted role as a collaborator; null for everybody else, invited people included. */
  readonly role: DeckRole | null
  /** Whether the asker is the one collaborator who edits at the moment. */
  readonly activeEditor: boolean
  /** The access link that the asker came with: `locked` still waits for its password. A dead link is none. */
  readonly link: 'none' | 'locked' | 'open'
}

/** Further facts that some actions need; without them the answer is the widest that could be given. */
export interface DeckSubject {
  /** publish: the new visibility. */
  readonly visibility?: Visibility
  /** invite, change-role: the role to give. */
  readonly newRole?: DeckRole
  /** change-role, remove-collaborator: the role that the person has now. */
  readonly currentRole?: DeckRole
  /** invite, change-role: editors on the deck now, the owner not counted. */
  readonly editors?: number
  /** edit-comment, delete-comment: who wrote it. */
  readonly authorId?: number
  /** share-by-email: whether the mail carries an access link. */
  readonly withToken?: boolean
  /** export: the format, and whether the instance lets everybody make PDFs of public decks. */
  readonly format?: 'pdf' | 'ppt' | 'zip'
  readonly publicPdf?: boolean
}

/** The answer: sign-in is 401, forbidden 403, hidden 404, upgrade 403 with 'upgrade_required'. */
export type Decision = 'allow' | 'sign-in' | 'forbidden' | 'hidden' | 'upgrade'

interface Question {
  readonly actor: Actor
  readonly deck: DeckFacts
  readonly subject: DeckSubject
}
type Test = (question: Question) => boolean

/** One line of the matrix. */
interface Sentence {
  /** Signing in comes first: without a session the answer is 'sign-in', whether the deck exists or not. */
  readonly signedIn?: true
  /** Also for decks in the trash, for those who see the trash. */
  readonly trashed?: true
  readonly who: Test
  /** What the owner's plan must give; otherwise 'upgrade'. */
  readonly plan?: Test
}

/** Whether two ids are the same person's: a deck belongs to a user when they match. */
export function deckBelongsTo(deck: { readonly ownerId: number }, user: { readonly userId: number | null }): boolean {
  return user.userId !== null && deck.ownerId === user.userId
}

/** Whether a person may edit a deck by role. */
export function roleMayEdit(role: DeckRole | null): boolean {
  return role === 'owner' || role === 'admin' || role === 'editor'
}

/** Whether a role counts as an admin of the deck. */
export function roleIsAdmin(role: DeckRole | null): boolean {
  return role === 'owner' || role === 'admin'
}

/** The asker's role on the deck, the owner's included. */
export function roleOn(actor: Actor, deck: DeckFacts): DeckRole | null {
  if (actor.userId === null || !actor.active) return null
  if (deckBelongsTo(deck, actor)) return 'owner'
  // A row that says 'owner' for somebody else is a leftover of a moved deck and gives nothing.
  return deck.role === 'owner' ? null : deck.role
}

/** How many editors a deck may have besides its owner; null: any number. Only non-public decks are limited. */
export function editorLimit(ownerPlan: Plan, visibility: Visibility): number | null {
  return visibility === 'all' ? null : privileges[ownerPlan].editors
}

const owner: Test = ({ actor, deck }) => roleOn(actor, deck) === 'owner'
const admin: Test = ({ actor, deck }) => roleIsAdmin(roleOn(actor, deck))
const editor: Test = ({ actor, deck }) => roleMayEdit(roleOn(actor, deck))
const activeEditor: Test = (question) => editor(question) && question.deck.activeEditor
const collaborator: Test = ({ actor, deck }) => roleOn(actor, deck) !== null
const teammate: Test = ({ actor, deck }) =>
  actor.active && actor.teamId !== null && actor.teamId === deck.ownerTeamId && deck.visibility === 'team'
const reviewer: Test = (question) => collaborator(question) || teammate(question)
const ticket: Test = ({ actor }) => actor.ticket === 'frame' || actor.ticket === 'export'
const viewer: Test = (question) =>
  question.deck.visibility === 'all' || question.deck.link === 'open' || reviewer(question)
const author: Test = (question) =>
  reviewer(question) && (question.subject.authorId === undefined || question.subject.authorId === question.actor.userId)

const mayForkIt: Test = (question) => owner(question) || question.deck.visibility === 'all' || teammate(question)
const mayExport: Test = (question) => {
  const { deck, subject } = question
  return editor(question) || (deck.visibility === 'all' && subject.publicPdf === true && subject.format === 'pdf')
}
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
// After a subscription ended its private decks stay private and readable; editing them waits for the next one.
const editableInPlan: Test = ({ deck }) =>
  deck.visibility === 'all' || planAllows(deck.ownerPlan, deck.visibility === 'team' ? 'team' : 'privateDecks')

const both =
  (first: Test, second: Test): Test =>
  (question) =>
    first(question) && second(question)

/** The matrix: who may do what with a deck. A deck that the asker cannot see is 'hidden' before any of this. */
const sentences = {
  /** Show, fullscreen, embed and live audience views; reading the deck and its data without private notes. */
  see: { who: viewer },
  /** The picture of the first slide; in the trash for those who see the trash. */
  'see-picture': { trashed: true, who: viewer },
  /** The deck frame's document. */
  render: { who: (question) => viewer(question) || ticket(question) },
  /** The stream's state, as the audience follows it. */
  'read-stream': { who: viewer },
  /** The notes shown to the audience; the presenter's own setting is asked as well in the live view. */
  'read-shared-notes': { who: (question) => viewer(question) && (question.deck.shareNotes || editor(question)) },
  /** The notes of somebody who edits or presents. */
  'read-notes': { signedIn: true, who: editor },
  review: { signedIn: true, who: reviewer },
  'list-comments': { signedIn: true, who: reviewer },
  comment: { signedIn: true, who: reviewer },
  'edit-comment': { signedIn: true, who: author },
  'delete-comment': { signedIn: true, who: (question) => author(question) || admin(question) },
  'list-collaborators': { signedIn: true, who: reviewer },
  'update-last-seen': { signedIn: true, who: reviewer },
  'preview-revision': { signedIn: true, who: collaborator },
  'list-revisions': { signedIn: true, who: editor },
  /** How often and how far the deck is read. */
  'read-analytics': { signedIn: true, who: admin },
  /** The editor, and the content as it is edited. */
  edit: { signedIn: true, who: editor, plan: editableInPlan },
  'become-editor': { signedIn: true, who: editor, plan: editableInPlan },
  save: { signedIn: true, who: activeEditor, plan: editableInPlan },
  'restore-revision': { signedIn: true, who: activeEditor, plan: editableInPlan },
  'apply-theme': { signedIn: true, who: activeEditor, plan: editableInPlan },
  thumbnail: { signedIn: true, who: activeEditor },
  publish: { signedIn: true, who: both(owner, visibilityAllowed), plan: visibilityInPlan },
  'make-collaborative': { signedIn: true, who: admin },
  invite: { signedIn: true, who: both(admin, notTheOwner), plan: roleInPlan },
  'change-role': { signedIn: true, who: both(admin, notTheOwner), plan: roleInPlan },
  'remove-collaborator': { signedIn: true, who: both(admin, notTheOwner) },
  // Links go on opening a deck after its owner's plan has ended: whoever made them can see them and take them back.
  'list-tokens': { signedIn: true, who: admin },
  'create-token': { signedIn: true, who: admin, plan: linksInPlan },
  'change-token': { signedIn: true, who: admin, plan: linksInPlan },
  'delete-token': { signedIn: true, who: admin },
  'share-by-email': { signedIn: true, who: (question) => !question.subject.withToken || admin(question) },
  trash: { signedIn: true, trashed: true, who: admin },
  recover: { signedIn: true, trashed: true, who: admin },
  destroy: { signedIn: true, trashed: true, who: owner },
  fork: { signedIn: true, who: mayForkIt },
  kudo: { signedIn: true, who: (question) => !owner(question) },
  unkudo: { signedIn: true, who: (question) => !owner(question) },
  export: { signedIn: true, who: mayExport },
  sync: { signedIn: true, who: editor },
  /** The presenter and speaker views, and everything that moves the audience. */
  present: { signedIn: true, who: editor },
} as const satisfies Record<string, Sentence>

/** Everything somebody can want to do with a deck. */
export type DeckAction = keyof typeof sentences

/** All actions on decks. */
export const deckActions = Object.keys(sentences) as readonly DeckAction[]

/** Whether an action is refused with 401 to everybody without a session, before the deck is looked for. */
export function needsSession(action: DeckAction): boolean {
  return (sentences[action] as Sentence).signedIn === true
}

function knowsOf(question: Question): boolean {
  if (question.deck.state === 'destroyed') return false
  if (question.deck.state === 'trashed') return admin(question)
  return viewer(question) || ticket(question)
}

/** Answers whether the actor may do this with the deck. */
export function decideDeck(action: DeckAction, actor: Actor, deck: DeckFacts, subject: DeckSubject = {}): Decision {
  const sentence: Sentence = sentences[action]
  const question = { actor, deck, subject }
  if (sentence.signedIn && (actor.userId === null || !actor.active)) return 'sign-in'
  if (!knowsOf(question) || (deck.state === 'trashed' && !sentence.trashed)) return 'hidden'
  if (!sentence.who(question)) return 'forbidden'
  return sentence.plan && !sentence.plan(question) ? 'upgrade' : 'allow'
}
