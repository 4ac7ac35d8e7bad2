import { beforeAll, expect, test } from 'vitest'
import { routes } from '../../api/index.ts'
import { makeDeck } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { createLog } from './logging.ts'

const token = 'Zk3v9Qw2Lx8ZtR5nB7mJ1cH6yD4sG0aEf'
const words = ['wombat-password-77', 'my private note about the wombat', '4242 4242 4242 4242']
const html = `<section><p>wombat</p><script>wombat</script></section>`
/** `npm run attack` sends 10,000 on each database; a normal run sends each secret once to each route. */
const least = Number(process.env.ATTACK ?? 1)
const patience = process.env.ATTACK ? 15 * 60_000 : 90_000

/** Secrets that only the database may contain. */
const planted = [token, 'wombat', '4242 4242 4242 4242', '4242424242424242']

/** A body with secrets under known and under unexpected field names. */
function bodyWith(text: string): Record<string, unknown> {
  const fields = {
    ...{
      password: text,
      password_confirmation: text,
      current_password: text,
      login: text,
      email: `${text}@example.org`,
    },
    ...{ username: text, name: text, title: text, slug: text, description: text, data: html, notes: { [text]: text } },
    ...{ token: text, query: text, save_id: text, version: text, [text]: text, slides: { changed: { [text]: html } } },
  }
  return { user: fields, deck: fields, authenticity_token: token, ...fields }
}

eachDatabase((makeApp) => {
  const lines: string[] = []
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp({ log: createLog('trace', { write: (line: string) => void lines.push(line) }) })
  })

  /** Sends each secret once to each route, signed in and as a visitor. Returns the number of calls. */
  async function attack(person: TestPerson, deckId: number, broken: string[]): Promise<number> {
    let sent = 0
    for (const { contract } of routes) {
      for (const text of [token, ...words]) {
        const path = contract.path.replace(/:(\w+)/g, (_, name) =>
          name === 'id' ? String(deckId) : encodeURIComponent(text),
        )
        const url = `${path}?token=${token}&password=${encodeURIComponent(text)}&q=${encodeURIComponent(text)}`
        const headers = {
          authorization: `Bearer ${token}`,
          referer: `http://localhost:3000/x?token=${token}`,
          'user-agent': text,
        }
        const answer = await person.request(contract.method, url, {
          headers,
          ...(contract.method === 'GET' ? {} : { body: bodyWith(text) }),
        })
        await app.visitor().request(contract.method, url, { headers, csrf: false, body: `{"broken": "${text}` })
        if (answer.status >= 500) broken.push(`${contract.method} ${contract.path}: ${answer.status}`)
        sent += 2
      }
    }
    return sent
  }

  test('secrets in any field of any call are in no log and no metric', { timeout: patience }, async () => {
    const broken: string[] = []
    let sent = 0
    while (sent < least) {
      const person = await app.person()
      sent += await attack(person, (await makeDeck(app.services, person.user)).id, broken)
      // An hour later the rate limits have reset.
      app.advance(60 * 60_000)
    }
    const person = await app.person()
    const deck = await makeDeck(app.services, person.user)
    await person.post(`/decks/${deck.id}.json`, html, { headers: { 'content-type': 'text/html' } })
    app.services.log.error(
      { err: new Error(`it broke over ${html}`) },
      `${words[0]} ${token}`.replace(words[0] as string, ''),
    )
    expect(broken).toEqual([])
    expect(sent).toBeGreaterThan(100)
    expect(lines.length).toBeGreaterThan(100)
    const metrics = await app.visitor().get('/metrics')
    expect(metrics.status).toBe(200)
    const written = lines.join('') + metrics.text
    expect(written).toContain('[html]')
    for (const secret of planted) expect(written).not.toContain(secret)
  })
})
