import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { canvasPath } from '../../rules/canvas-path.ts'
import { deckUrl, originOf, profileUrl, shownTitle } from '../../rules/deck-url.ts'
import type { OwnFont } from '../../rules/own-fonts.ts'
import { decideDeck } from '../../rules/permissions.ts'
import { planAllows } from '../../rules/plans.ts'
import { countRead } from '../../server/http/count-read.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { findSignedIn, type SignedIn } from '../../server/http/session.ts'
import { pathOf } from '../../server/http/team-hosts.ts'
import type { Services } from '../../server/services.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { decksContracts } from '../decks/contract.ts'
import { type LoadedDeck, loadDeckAt } from '../decks/load-deck.ts'
import { importsInto } from '../imports/queries.ts'
import { fontsOfOwners, joinedFonts } from '../own-fonts/load-fonts.ts'
import type { Pages } from '../pages/pages.ts'
import { requestOrigin } from '../pages/request-origin.ts'
import { askToSignIn } from '../session-transfer/ask-to-sign-in.ts'
import { createEditingToken } from '../status/editing-token.ts'
import { teamById } from '../teams/queries.ts'
import { deckThemeJson } from '../themes/deck-theme.ts'
import { loadTheme } from '../themes/load-theme.ts'
import { startingSettings } from '../themes/theme-for-deck.ts'
import { ownSettingsOf } from '../user-settings/queries.ts'
import type { EditorPageData } from './editor-page-data.ts'
import { pageAddress, presentAddress } from './own-address.ts'

/** Dependencies of the editor's page. */
export interface EditorPageOptions {
  readonly services: Services
  readonly pages: Pages
  /** Sends the upgrade page for a private deck that the owner's plan no longer covers. */
  sendUpgrade(
    request: FastifyRequest,
    reply: FastifyReply,
    found: { loaded: LoadedDeck; signedIn: SignedIn },
  ): Promise<FastifyReply>
}

async function mustSignIn(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | null> {
  await countRead(services, request)
  const signedIn = await findSignedIn(services, request)
  if (!signedIn) askToSignIn(services, request, reply)
  return signedIn
}

/** What the page needs to learn why it can no longer save. */
function editingOf(
  { keys }: Pick<Services, 'keys'>,
  { hostTeam }: FastifyRequest,
  { loaded, signedIn: { user } }: { loaded: LoadedDeck | null; signedIn: SignedIn },
): EditorPageData['editing'] {
  const teamId = hostTeam?.id ?? null
  const isMember = teamId !== null && user.team_id === teamId
  const token = createEditingToken(keys, { userId: user.id, deckId: loaded?.deck.id ?? null, teamId, isMember })
  return { token, teamName: hostTeam?.name ?? null }
}

/** The uploaded fonts of the deck's owner, of its team and of the owner's: themes of both can be applied. */
async function fontsFor(
  { database: { read } }: Services,
  { loaded, signedIn: { user } }: { loaded: LoadedDeck | null; signedIn: SignedIn },
): Promise<readonly OwnFont[]> {
  const owner = loaded?.owner ?? user
  const team = owner.team_id === null ? [] : [{ team: owner.team_id }]
  const more = await fontsOfOwners(read, loaded ? team : [...team, { user: user.id }])
  return joinedFonts([loaded?.fonts ?? [], more])
}

/** The theme of the deck, or of a new one. */
async function themeOf(
  { database: { read }, settings }: Services,
  { loaded, signedIn: { user } }: { loaded: LoadedDeck | null; signedIn: SignedIn },
): Promise<Pick<EditorPageData, 'theme' | 'startingSettings'>> {
  if (loaded) return { theme: deckThemeJson(loaded.theme, settings), startingSettings: {} }
  const team = await teamById(read, user.team_id)
  const starting = await startingSettings(read, user, team, { plan: team?.plan ?? user.plan })
  const theme = await loadTheme(read, starting.theme_id ?? null)
  return { theme: deckThemeJson(theme, settings), startingSettings: starting }
}

async function sendEditor(
  { services, pages }: EditorPageOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { loaded, signedIn }: { loaded: LoadedDeck | null; signedIn: SignedIn },
): Promise<FastifyReply> {
  const { api, viewer, site } = await pages.contextOf(request, reply)
  if (!viewer) throw new HttpError(401, 'Please sign in')
  const params = { id: String(loaded?.deck.id) }
  const [deck, content] = loaded
    ? await Promise.all([api.call(decksContracts.read, { params }), api.call(decksContracts.data, { params })])
    : [null, null]
  const plan = loaded?.owner.plan ?? viewer.plan
  const proColors = planAllows(plan, 'proColors')
  const customCss = planAllows(plan, 'customCss')
  const title = deck ? shownTitle(deck.title) : 'New deck'
  // The content may be newer than the deck's version: the next save then merges, and loses nothing.
  // Not on another user's deck: the tour would cover it while others wait for the floor.
  const isGuest = loaded !== null && loaded.deck.user_id !== signedIn.user.id
  const tutorial = !isGuest && ownSettingsOf(signedIn.user.settings).tutorial === undefined
  const editing = editingOf(services, request, { loaded, signedIn })
  const themed = await themeOf(services, { loaded, signedIn })
  const fonts = await fontsFor(services, { loaded, signedIn })
  const data: EditorPageData = {
    viewer,
    site,
    deck,
    content,
    ...themed,
    fonts,
    proColors,
    customCss,
    tutorial,
    hasImports: loaded !== null && (await importsInto(services.database.read, loaded.deck.id, 1)).length > 0,
    editing,
  }
  return pages.send(request, reply, {
    meta: { title, hidden: true },
    body: '<p class="opening">Opening the editor…</p>',
    data,
    entry: 'editor.tsx',
    policy: {
      frames: editorFrames(requestOrigin(request, services.settings), loaded, viewer.username),
      workers: ['blob:'],
      uploads: true,
      sockets: true,
    },
    headerOptions: { readsClipboard: true },
  })
}

/**
 * The app URLs that the editor's page may frame: the canvas and the previews of this deck's revisions. A new deck has
 * no id yet, so everything below the user's URL is allowed; other pages refuse to be framed.
 */
function editorFrames(origin: string, loaded: LoadedDeck | null, username: string): string[] {
  const canvas = `${origin}${canvasPath}`
  if (!loaded) return [canvas, `${origin}${profileUrl(username)}/`]
  const { owner, deck } = loaded
  // The path contains the id, since the slug may change while the editor is open.
  const path = deckUrl({ username: owner.username, slug: null, id: deck.id })
  return [canvas, `${origin}${path}/preview`]
}

async function openEditor(options: EditorPageOptions, request: FastifyRequest, reply: FastifyReply) {
  const { services } = options
  const signedIn = await mustSignIn(services, request, reply)
  if (!signedIn) return reply
  const { username, slug } = request.params as { username: string; slug: string }
  const loaded = await loadDeckAt(services.database.read, username, slug, signedIn.user.id)
  if (!loaded) throw new HttpError(404, 'Not found')
  const facts = deckFacts(loaded, signedIn.user.id)
  const decision = decideDeck('edit', actorOf(signedIn.user), facts)
  const present =
    decision === 'hidden' ? null : presentAddress(services.settings, loaded, pageAddress(request, services.settings))
  if (present !== null) return reply.header('cache-control', 'no-store').redirect(present, 302)
  if (decision === 'upgrade') return options.sendUpgrade(request, reply, { loaded, signedIn })
  // Collaborators without edit permission get the review, which redirects everyone else to the deck. So do those who may
  // edit while another one does: there they ask for it.
  const isOtherEditor = decision === 'allow' && !facts.activeEditor
  if (decision === 'forbidden' || isOtherEditor) return reply.redirect(`/${username}/${slug}/review`, 302)
  if (decision !== 'allow') throw new HttpError(404, 'Not found')
  return sendEditor(options, request, reply, { loaded, signedIn })
}

/** Opens the editor on a new deck. Throws 404 unless /{username}/new names the signed-in user. */
async function openNew(options: EditorPageOptions, request: FastifyRequest, reply: FastifyReply) {
  const signedIn = await mustSignIn(options.services, request, reply)
  if (!signedIn) return reply
  const { username } = request.params as { username: string }
  if (signedIn.user.username !== username.toLowerCase()) throw new HttpError(404, 'Not found')
  // A new deck belongs to the user's team, and so its editor is on the team's host.
  const { settings } = options.services
  const origin = originOf({ teamSlug: signedIn.user.team_slug }, settings.baseUrl)
  if (origin !== requestOrigin(request, settings)) return reply.redirect(origin + pathOf(request), 302)
  return sendEditor(options, request, reply, { loaded: null, signedIn })
}

/** Mounts the editor: on an existing deck and on a new one. */
export function mountEditorPage(scope: FastifyInstance, options: EditorPageOptions): void {
  scope.get('/:username/:slug/edit', async (request, reply) => openEditor(options, request, reply))
  scope.get('/:username/new', async (request, reply) => openNew(options, request, reply))
}
