import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { routes } from '../../api/index.ts'
import { isReservedName, unreservedSegments } from '../../rules/reserved-names.ts'
import { paths } from '../../web/entry-server.tsx'
import { makeUser } from '../factories.ts'
import { accountRows } from './account-rows.ts'
import { contentRows, deckPages, pageRows, promisedSocket, socketRows } from './page-rows.ts'
import {
  type Asker,
  askers,
  discloses,
  methodOf,
  type Place,
  places,
  promised,
  type RouteRow,
  seenAs,
} from './route-askers.ts'
import { type Known, RouteStage } from './route-stage.ts'
import { teamRows } from './team-rows.ts'

/** Disables the product's rules, to show that the table notices. */
const rules = vi.hoisted(() => ({ off: false, namespaces: [] as string[] }))
vi.mock('../../rules/account-permissions.ts', async (original) => {
  const real = await original<typeof import('../../rules/account-permissions.ts')>()
  const decideTeam: typeof real.decideTeam = (...question) => (rules.off ? 'allow' : real.decideTeam(...question))
  const decideOperator: typeof real.decideOperator = (who) => (rules.off ? 'allow' : real.decideOperator(who))
  return { ...real, decideTeam, decideOperator }
})
/** Notes the names of all namespaces. */
vi.mock('../../server/sockets/create-socket-server.ts', async (original) => {
  const real = await original<typeof import('../../server/sockets/create-socket-server.ts')>()
  const createSocketServer: typeof real.createSocketServer = (...given) => {
    const sockets = real.createSocketServer(...given)
    return {
      ...sockets,
      serve: (namespace) => {
        rules.namespaces.push(namespace.name)
        sockets.serve(namespace)
      },
    }
  }
  return { ...real, createSocketServer }
})

const rows: readonly RouteRow[] = [...accountRows, ...teamRows]
/** `npm run access` asks every question; `npm test` a sample: each row on each host, by some of the askers. */
const apart = process.env.ATTACK === undefined ? 25 : 1

interface Question {
  readonly row: RouteRow
  readonly place: Place
  readonly expected: number
}

interface Found {
  questions: number
  readonly differences: string[]
}

const describeAsker = ({ role, means }: Asker, place: Place) => `${role} by ${means} on the host ${place}`

/** Asks the questions of one asker about routes. Refused requests must change nothing and disclose nothing. */
async function askRoutes(stage: RouteStage, asker: Asker, questions: readonly Question[], found: Found) {
  const regular = await stage.meet(asker)
  const ask = async ({ row, place, expected }: Question, known: Known, name: string) => {
    const { status, text } = await stage.ask(row, known, place, name)
    const what = `${row.call} ${row.of ?? ''}, ${describeAsker(asker, place)}`
    found.questions += 1
    if (status !== expected) found.differences.push(`${what}: ${status} instead of ${expected}`)
    if (discloses(text, row.who, asker, place)) found.differences.push(`${what}: discloses a secret`)
  }
  const refused: [Question, name: string][] = []
  for (const question of questions.filter(({ expected }) => expected >= 400))
    refused.push([question, await stage.prepare(question.row, regular, question.place, true)])
  const before = await stage.everything()
  for (const [question, name] of refused) await ask(question, regular, name)
  for (const [table, rowsThen] of await stage.everything())
    if (before.get(table) !== rowsThen) found.differences.push(`${asker.role} by ${asker.means}: changed ${table}`)
  // What succeeds may end a session or an account: each such request has a person of its own.
  for (const question of questions.filter(({ expected }) => expected < 400)) {
    const known = methodOf(question.row) === 'GET' ? regular : await stage.meet(asker)
    await ask(question, known, await stage.prepare(question.row, known, question.place, false))
  }
}

/** Asks the questions of one asker about pages, content and sockets. */
async function askPages(stage: RouteStage, asker: Asker, isAsked: (at: number) => boolean, found: Found) {
  const known = await stage.meet(asker)
  const check = (what: string, place: Place, got: unknown, expected: unknown) => {
    found.questions += 1
    const who = describeAsker(asker, place)
    if (got !== expected) found.differences.push(`${what}, ${who}: ${got} instead of ${expected}`)
  }
  for (const [at, place] of places.entries()) {
    const role = seenAs(asker, place)
    for (const [index, row] of pageRows.entries()) {
      if (!isAsked(index + at)) continue
      const { status, text } = await stage.open(row, known, place)
      check(row.call, place, status, row.ok(role, place))
      const who = role === 'operator' ? 'operator' : 'manager'
      if (discloses(text, who, asker, place))
        found.differences.push(`${row.call}, ${describeAsker(asker, place)}: discloses a secret`)
    }
    for (const [index, row] of contentRows.entries()) {
      if (isAsked(index + at))
        check(`${row.call} ${row.path}`, place, (await stage.content(row, known, place)).status, row.status)
    }
    for (const row of socketRows) {
      for (const [index, visibility] of (['self', 'team', 'all'] as const).entries()) {
        if (apart > 1 && (index + at + askers.indexOf(asker)) % 3 > 0) continue
        const what = `${row.namespace} ${row.action} (${visibility})`
        check(what, place, await stage.socket(row, visibility, known, place), promisedSocket(row, visibility, role))
      }
    }
  }
}

async function play(stage: RouteStage, who: readonly Asker[], every: number): Promise<Found> {
  const found: Found = { questions: 0, differences: [] }
  for (const [offset, asker] of who.entries()) {
    const questions = places.flatMap((place, at) =>
      rows
        .filter((_, index) => (index + offset + at) % every === 0)
        .map((row) => ({ row, place, expected: promised(row, asker, place) })),
    )
    await askRoutes(stage, asker, questions, found)
    await askPages(stage, asker, (index) => (index + offset) % every === 0, found)
  }
  return found
}

describe.each(['sqlite', 'postgres'] as const)('every asker gets the promised answers on every host, on %s', (kind) => {
  let stage: RouteStage
  beforeAll(async () => {
    stage = await RouteStage.open(kind)
  })
  afterAll(() => stage.app.close())

  test('of all routes, pages, addresses of content and sockets', { timeout: 3_600_000 }, async () => {
    const { questions, differences } = await play(stage, askers, apart)
    if (apart === 1) console.log(`${questions} questions on ${kind}, ${differences.length} differences`)
    expect(differences).toEqual([])
    expect(questions).toBeGreaterThan((askers.length * rows.length * places.length) / apart)
  })
})

describe('the table is complete', () => {
  const called = routes.map(({ contract }) => `${contract.method} ${contract.path}`)
  let stage: RouteStage
  beforeAll(async () => {
    stage = await RouteStage.open('sqlite')
  })
  afterAll(() => stage.app.close())

  test('it has exactly the routes of the contracts that are not about a deck', () => {
    const others = called.filter((call) => !call.includes('/api/v1/decks/:id'))
    expect([...new Set(rows.map(({ call }) => call))].sort()).toEqual(others.sort())
  })

  test('it has every page of the web app, and every other address of the server', async () => {
    const asked = new Set(pageRows.map(({ call }) => call))
    expect(paths.map((path) => `GET ${path}`).filter((call) => !asked.has(call))).toEqual([])
    const known = new Set([...called, ...asked, ...deckPages, ...contentRows.map(({ call }) => call)])
    expect(stage.addresses().filter((call) => !known.has(call))).toEqual([])
    expect(stage.addresses().length).toBeGreaterThan(200)
  })

  test('no word of an address can be a name that hides a route, and no route hides a name', async () => {
    const addresses = stage.addresses().map((call) => call.slice(call.indexOf(' ') + 1))
    expect(unreservedSegments(addresses)).toEqual([])
    const words = new Set(
      addresses.flatMap((address) => address.split(/[/.]/)).filter((word) => /^[\w-]{2,}$/.test(word)),
    )
    const free = [...words].filter((word) => !isReservedName(word))
    // A user of that name has the page, and nothing else answers there.
    const hidden = []
    for (const word of free) {
      const { username } = await makeUser(stage.app.services, { username: word })
      const { status, text } = await stage.app.visitor().get(`/${username}`, { headers: { accept: 'text/html' } })
      if (status !== 200 || !text.includes(`Decks by ${username}`)) hidden.push(`${word}: ${status}`)
    }
    expect(hidden).toEqual([])
    expect(words.size).toBeGreaterThan(80)
  })

  test('it has every namespace of the sockets', () => {
    expect(new Set(rules.namespaces)).toEqual(new Set(socketRows.map(({ namespace }) => namespace)))
  })
})

test('without the rules the table finds many differences', async () => {
  const stage = await RouteStage.open('sqlite')
  rules.off = true
  try {
    const who = askers.filter(({ role, means }) => means === 'session' && (role === 'member' || role === 'stranger'))
    const { differences } = await play(stage, who, 5)
    expect(differences.filter((one) => one.includes('instead of')).length).toBeGreaterThan(20)
    expect(differences.filter((one) => one.includes('discloses a secret')).length).toBeGreaterThan(2)
    expect(differences.filter((one) => one.includes(': changed ')).length).toBeGreaterThan(0)
  } finally {
    rules.off = false
    await stage.app.close()
  }
})
