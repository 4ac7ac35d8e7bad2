import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { routes } from '../../api/index.ts'
import { createDecider } from '../../realtime/decider.ts'
import { actionOf } from '../../realtime/live/follower.ts'
import { type Asker, askers, type State, states } from './access-askers.ts'
import { appHost, hostOf, note, Stage, team, title } from './access-stage.ts'
import {
  asksPassword,
  collaboratorPages,
  deckPlan,
  isPossible,
  promised,
  promisedElsewhere,
  promisedPage,
  type Row,
  readsNotes,
  rows,
  seenBy,
} from './access-table.ts'

/** Disables the product's rules, to show that the table notices. */
const rules = vi.hoisted(() => ({ off: false }))
vi.mock('../../rules/permissions.ts', async (original) => {
  const real = await original<typeof import('../../rules/permissions.ts')>()
  const decideDeck: typeof real.decideDeck = (...question) => (rules.off ? 'allow' : real.decideDeck(...question))
  return { ...real, decideDeck }
})

/** `npm run access` asks everything on both databases. */
const whole = process.env.ATTACK !== undefined
/** `npm test` asks one cell in this many: each asker meets each row, each row each state, and each asker each state. */
const apart = whole ? 1 : 8
/** Time for one test, in ms. */
const timeout = whole ? 3_600_000 : 300_000
/** Whether a cell is asked, by the indices of its asker, row and state. */
const isAsked = (...indices: number[]) => indices.reduce((sum, index) => sum + index, 0) % apart === 0

/** In a whole run: says how much was asked. */
function report(questions: number, what: string, differences: readonly string[]): void {
  if (whole) console.log(`${questions} questions ${what}, ${differences.length} differences`)
}

interface Found {
  readonly cells: number
  readonly mismatches: readonly string[]
  readonly leaks: readonly string[]
}

/**
 * Executes all rows. A row that may change a deck gets a deck of its own; other rows must not change the shared deck.
 * `countsAs`: as whom an asker is promised the answers.
 */
async function play(
  stage: Stage,
  who: readonly Asker[],
  where: readonly State[],
  isAsked: (...indices: number[]) => boolean,
  countsAs: (asker: Asker) => Asker = (asker) => asker,
): Promise<Found> {
  const [mismatches, leaks]: [string[], string[]] = [[], []]
  let cells = 0
  for (const asker of who) {
    const as = countsAs(asker)
    for (const state of where.filter((one) => isPossible(asker, one))) {
      const shared = await stage.scene(asker, state)
      const [askerAt, stateAt] = [askers.indexOf(asker), states.indexOf(state)]
      for (const row of rows.filter((_, index) => isAsked(askerAt, index, stateAt))) {
        const expected = promised(row, as, state)
        const own = row.method !== 'GET' && expected < 300
        const scene = own ? await stage.scene(asker, state) : shared
        const answer = await stage.ask(row, asker, scene)
        const what = `${asker.name} ${row.name} (${state.visibility}, ${state.life})`
        if (answer.status !== expected) mismatches.push(`${what}: ${answer.status} instead of ${expected}`)
        const told = await stage.told(row, asker, scene, answer)
        if (!readsNotes(seenBy(row, as)) && told.includes(note)) leaks.push(`${what}: the note`)
        const nothing = answer.status >= 400 || asksPassword(row, as, state)
        if (nothing && told.includes(title)) leaks.push(`${what}: the title`)
        if (told.includes('the frame is a')) leaks.push(`${what}: the frame is missing`)
        if (told.includes('the frame knows')) leaks.push(`${what}: the token`)
        if (asksPassword(row, as, state) !== told.includes('data-password-view')) leaks.push(`${what}: the question`)
        cells += 1
      }
    }
  }
  return { cells, mismatches, leaks }
}

/** Opens the pages of decks on hosts that are not theirs. */
async function playElsewhere(stage: Stage) {
  const mismatches: string[] = []
  const pageRows = rows.filter((row) => row.path.startsWith('page:'))
  let [redirects, questions] = [0, 0]
  for (const asker of askers.filter(({ guest }) => !guest)) {
    const askerAt = askers.indexOf(asker)
    for (const [stateAt, state] of states.entries()) {
      if (!isPossible(asker, state) || !isAsked(askerAt, stateAt)) continue
      const scene = await stage.scene(asker, state)
      for (const host of [appHost, hostOf(team), hostOf(team + 1)].filter((one) => one !== scene.host)) {
        for (const row of pageRows) {
          const { status, headers, text } = await stage.ask(row, asker, scene, host)
          questions += 1
          const expected = promisedElsewhere(asker, state)
          const what = `${asker.name} ${row.name} on ${host} (${state.visibility}, ${state.life})`
          if (status !== expected) mismatches.push(`${what}: ${status} instead of ${expected}`)
          if (status === 302) {
            redirects += 1
            if (!String(headers.location).startsWith(`http://${scene.host}${scene.page}`))
              mismatches.push(`${what}: to ${headers.location}`)
          } else if (text.includes(title)) mismatches.push(`${what}: the title`)
        }
      }
    }
  }
  return { questions, redirects, mismatches }
}

/** What sockets ask for, with the calls whose answers they are promised: the live channel, and that of collaborators. */
const socketRequests = [
  { does: 'follows', action: actionOf(false), row: 'follows its presentation' },
  { does: 'presents', action: actionOf(true), row: 'moves its presentation' },
  { does: 'joins the people', action: 'list-collaborators', row: 'lists its people' },
  { does: 'asks to edit', action: 'become-editor', row: 'becomes the editor' },
] as const

/** Lets sockets follow and present decks, and join their collaborators. */
async function playSockets(
  stage: Stage,
  who: readonly Asker[],
  isAsked: (asker: Asker, state: State) => boolean,
  countsAs: (asker: Asker) => Asker = (asker) => asker,
) {
  const decide = createDecider(stage.app.services)
  const row = (name: string) => rows.find((one) => one.name === name) as Row
  const mismatches: string[] = []
  let questions = 0
  for (const asker of who) {
    for (const state of states) {
      if (!isPossible(asker, state) || !isAsked(asker, state)) continue
      const scene = await stage.scene(asker, state)
      for (const { does, action, row: call } of socketRequests) {
        // Sockets know no API tokens.
        const { token, ...person } = countsAs(asker)
        const as = token ? { ...person, signedIn: false } : person
        const promise = promised(row(call), as, state)
        const { decision } = await decide(stage.origin(asker, scene), scene.token, { deckId: scene.deckId, action })
        const what = `${asker.name} ${does} (${state.visibility}, ${state.life})`
        if ((decision === 'allow') !== (promise === 200)) mismatches.push(`${what}: ${decision} for ${promise}`)
        questions += 1
      }
    }
  }
  return { questions, mismatches }
}

/** Opens the pages of collaborators: the review, the editor and the speaker view. */
async function playCollaboratorPages(stage: Stage, isAsked: (...indices: number[]) => boolean) {
  const mismatches: string[] = []
  let questions = 0
  for (const [askerAt, asker] of askers.entries()) {
    for (const [stateAt, state] of states.entries()) {
      if (!isPossible(asker, state) || !isAsked(askerAt, stateAt)) continue
      const scene = await stage.scene(asker, state)
      for (const page of collaboratorPages) {
        const row: Row = { ...(rows.find(({ path }) => path === 'page:') as Row), path: `page:/${page}` }
        const { status, text } = await stage.ask(row, asker, scene)
        // 418 and 402 stand for the editor and the offer of a plan.
        const isOpen = status === 418 || (status === 200 && !text.includes('data-password-view'))
        const is = isOpen ? 'opened' : status === 402 ? 'upgrade' : 'closed'
        const promise = promisedPage(page, asker, state)
        const what = `${asker.name} opens /${page} (${state.visibility}, ${state.life})`
        if (is !== promise) mismatches.push(`${what}: ${status}, ${is} instead of ${promise}`)
        if (is === 'closed' && (text.includes(title) || text.includes(note))) mismatches.push(`${what}: discloses it`)
        questions += 1
      }
    }
  }
  return { questions, mismatches }
}

const some = (...names: string[]) => askers.filter((asker) => names.includes(asker.name))

describe('every user gets exactly the promised answers about a deck', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await Stage.open('sqlite')
  })
  afterAll(() => stage.app.close())

  test('the table contains exactly the existing calls about a deck', () => {
    const called = routes.map(({ contract }) => `${contract.method} ${contract.path}`)
    const about = called.filter((call) => call.includes('/api/v1/decks/:id'))
    const asked = rows
      .filter((row) => !row.path.startsWith('page:'))
      .map((row) => `${row.method} ${(row.called ?? row.path).split('?')[0]}`)
    expect([...new Set(asked)].sort()).toEqual(about.sort())
  })

  test.each(states)('if the deck is $visibility and $life', { timeout }, async (state) => {
    const { cells, mismatches, leaks } = await play(stage, askers, [state], isAsked)
    report(cells, `about decks that are ${state.visibility} and ${state.life} on SQLite`, [...mismatches, ...leaks])
    expect({ mismatches, leaks }).toEqual({ mismatches: [], leaks: [] })
    const possible = askers.filter((asker) => isPossible(asker, state))
    const asked = possible.flatMap((asker) =>
      rows.filter((_, index) => isAsked(askers.indexOf(asker), index, states.indexOf(state))),
    )
    expect(cells).toBe(asked.length)
  })

  test('shared notes are readable by exactly the users who see the deck', { timeout }, async () => {
    const reading = rows.filter((row) => row.path === '/api/v1/decks/:id' && row.method === 'GET')
    for (const [askerAt, asker] of askers.entries()) {
      for (const [stateAt, visibility] of (['self', 'team', 'all'] as const).entries()) {
        const state: State = { visibility, life: 'active' }
        if (!isPossible(asker, state) || !(whole || (askerAt + stateAt) % 3 === 0)) continue
        const scene = await stage.scene(asker, state, { share_notes: true })
        for (const row of reading) {
          const { text } = await stage.ask(row, asker, scene)
          expect([asker.name, visibility, text.includes(note)]).toEqual([
            asker.name,
            visibility,
            promised(row, asker, state) === 200,
          ])
        }
      }
    }
  })

  test('on another host a deck’s pages redirect exactly those who may see the deck', { timeout }, async () => {
    const { questions, redirects, mismatches } = await playElsewhere(stage)
    report(questions, 'about pages on other hosts on SQLite', mismatches)
    expect(mismatches).toEqual([])
    expect(redirects).toBeGreaterThan(500 / apart)
  })

  describe('where the team requires single sign-on', () => {
    const names = ['a member of the team', 'an admin of the team', 'the owner of the team', 'the owner, a member']
    const byToken = ['a member of the team, by a read token', 'a member of the team, by a write token']
    const active = states.filter(({ life }) => life === 'active')
    /** Without sign-on a member is no member; of owners it is not required. */
    const withoutSignOn = ({ team, ...asker }: Asker): Asker =>
      team === 'owner'
        ? { ...asker, team }
        : { ...asker, plan: 'free', ...(asker.place === 'owner' ? { team: 'removed' } : {}) }
    const isActive = (_asker: Asker, { life }: State) => life === 'active'
    // In a whole run every second cell: few actors ask here, and more writes would exceed those of a minute.
    const isAskedHere = (...at: number[]) => at.reduce((sum, index) => sum + index, 0) % (whole ? 2 : 3) === 0
    const require = async (require_sso: boolean) => {
      const { write } = stage.app.services.database
      await write.updateTable('teams').set({ require_sso }).where('id', '=', team).execute()
    }
    const signOn = async (sign_on_team_id: number | null) =>
      stage.app.services.database.write.updateTable('sessions').set({ sign_on_team_id }).execute()
    beforeAll(() => require(true))
    afterAll(async () => {
      await require(false)
      await signOn(null)
    })

    test('a session without it opens neither calls, pages and frames nor sockets of its decks', {
      timeout,
    }, async () => {
      const who = some(...names, ...byToken)
      const { cells, mismatches, leaks } = await play(stage, who, active, isAskedHere, withoutSignOn)
      const sockets = (await playSockets(stage, who, isActive, withoutSignOn)).mismatches
      report(cells, 'of members without the required sign-on', [...mismatches, ...leaks, ...sockets])
      expect({ mismatches, leaks, sockets }).toEqual({ mismatches: [], leaks: [], sockets: [] })
    })

    test('control: with it they have what members have', { timeout }, async () => {
      await signOn(team)
      const { mismatches, leaks } = await play(stage, some(...names), active, isAskedHere)
      const sockets = (await playSockets(stage, some(...names), isActive)).mismatches
      expect({ mismatches, leaks, sockets }).toEqual({ mismatches: [], leaks: [], sockets: [] })
    })
  })

  test('review, editor and speaker view open for exactly the collaborators who may', { timeout }, async () => {
    const { questions, mismatches } = await playCollaboratorPages(stage, isAsked)
    report(questions, 'about pages of collaborators on SQLite', mismatches)
    expect(mismatches).toEqual([])
  })

  test('sockets follow, present and collaborate exactly as the calls do', { timeout }, async () => {
    const all = (asker: Asker, state: State) => isAsked(askers.indexOf(asker), states.indexOf(state))
    const { questions, mismatches } = await playSockets(stage, askers, all)
    report(questions, 'about sockets on SQLite', mismatches)
    expect(mismatches).toEqual([])
  })

  test('editors read the notes that the table checks for', async () => {
    const [editor] = some('an editor who waits')
    const [row] = rows.filter((candidate) => candidate.name === 'reads its slides')
    if (!editor || !row) throw new Error('The table has lost its editor')
    const scene = await stage.scene(editor, { visibility: 'self', life: 'active' })
    expect((await stage.ask(row, editor, scene)).text).toContain(note)
    expect(deckPlan(editor)).toBe('enterprise')
  })

  test('the table has opened deck frames, whose content it checks too', () => {
    expect(stage.frames).toBeGreaterThanOrEqual(whole ? 500 : 50)
  })

  test('without the rules the table finds many violations', async () => {
    rules.off = true
    try {
      const who = some('a visitor', 'a stranger (free)', 'a viewer')
      const { mismatches, leaks } = await play(stage, who, [{ visibility: 'self', life: 'active' }], () => true)
      expect(mismatches.length).toBeGreaterThanOrEqual(20)
      expect(leaks.length).toBeGreaterThanOrEqual(3)
    } finally {
      rules.off = false
    }
  })
})

test('permissions are the same on Postgres', { timeout }, async () => {
  const stage = await Stage.open('postgres')
  try {
    // Other cells than on SQLite; for the sample, of every second asker and some states.
    const few = states.filter(({ visibility, life }) => visibility === 'team' || life === 'destroyed')
    const [who, where] = whole ? [askers, states] : [askers.filter((_, index) => index % 2 === 1), few]
    const { cells, mismatches, leaks } = await play(stage, who, where, (...at) => isAsked(...at, 1))
    report(cells, 'about decks on Postgres', [...mismatches, ...leaks])
    expect({ mismatches, leaks }).toEqual({ mismatches: [], leaks: [] })
    expect(cells).toBeGreaterThan((who.length * few.length * rows.length * 0.8) / apart)
    if (!whole) return
    const elsewhere = await playElsewhere(stage)
    report(elsewhere.questions, 'about pages on other hosts on Postgres', elsewhere.mismatches)
    const pages = await playCollaboratorPages(stage, () => true)
    report(pages.questions, 'about pages of collaborators on Postgres', pages.mismatches)
    const sockets = await playSockets(stage, askers, () => true)
    report(sockets.questions, 'about sockets on Postgres', sockets.mismatches)
    expect([elsewhere.mismatches, pages.mismatches, sockets.mismatches]).toEqual([[], [], []])
  } finally {
    await stage.app.close()
  }
})
