import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportInput } from '../api/exports/export-format.ts'
import { startDueSyncs } from '../api/file-storage/start-sync.ts'
import { defineJobs } from '../api/jobs.ts'
import { createLog } from '../server/http/logging.ts'
import { makeDeck } from './factories.ts'
import { LocalDropbox } from './local-dropbox.ts'
import type { MakeApp, TestApp, TestPerson } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** The options of a made file, in its text. */
const optionsIn = ({ notes, hidden }: { notes?: boolean; hidden?: boolean }) => `${notes} ${hidden}`

/** An instance with Dropbox, a user with a deck, and makers of exports whose files are a line of text. */
export class StorageWorld {
  readonly dropbox = new LocalDropbox()
  /** What the server logs. */
  readonly lines: string[] = []
  #app: TestApp | null = null
  #ann: TestPerson | null = null
  deckId = 0

  async open(makeApp: MakeApp): Promise<void> {
    const url = await this.dropbox.listen()
    const log = createLog('trace', { write: (line: string) => void this.lines.push(line) })
    this.#app = await makeApp({ log, settings: { dropbox: { appKey: this.dropbox.appKey, url } } })
    const run = (type: string) => async (input: ExportInput, options: object) => {
      const path = join(input.folder, `file.${type}`)
      await writeFile(path, `${type} ${input.content.version} ${optionsIn(options)}`)
      return { path, notes: [] }
    }
    const makers = { pdf: { run: run('pdf') }, zip: { run: run('zip') } }
    const withPrintedDeck = () => Promise.reject(new Error('No browser here'))
    defineJobs(this.app.services, { exports: { makers: makers as never, withPrintedDeck } })
  }

  get app(): TestApp {
    if (!this.#app) throw new Error('The world is not open yet')
    return this.#app
  }

  get ann(): TestPerson {
    if (!this.#ann) throw new Error('There is no user yet')
    return this.#ann
  }

  /** Begins a test: with another user, who has a private deck and nothing connected. */
  async begin(): Promise<void> {
    const { app, dropbox } = this
    await this.work()
    dropbox.quota = Number.POSITIVE_INFINITY
    dropbox.account = 'dbid:ada'
    dropbox.files.clear()
    dropbox.calls.length = 0
    this.#ann = await app.person({ plan: 'pro' })
    const deck = { title: 'Tides', slides: ['<p>1</p>'], visibility: 'self' } as const
    this.deckId = (await makeDeck(app.services, this.ann.user, deck)).id
  }

  work(): Promise<void> {
    return this.app.services.jobs.idle()
  }

  /** Looks for changed decks, as the recurring job does, and does all that follows. Returns how many there were. */
  async check(): Promise<number> {
    const started = await startDueSyncs(this.app.services)
    await this.work()
    return started
  }

  path(id = this.deckId): string {
    return `/api/v1/decks/${id}/export.json`
  }

  authorize(browser: TestClient, query = '') {
    return browser.get(`/settings/dropbox/authorize${query}`)
  }

  /** Opens the address to which the consent page sends a browser. */
  callback(browser: TestClient, url: URL) {
    return browser.get(url.pathname + url.search)
  }

  /** Connects the account that is signed in there. Returns where the browser is sent. */
  async connect(person: TestClient = this.ann): Promise<string> {
    const url = this.dropbox.consent(String((await this.authorize(person)).headers.location))
    return String((await this.callback(person, url)).headers.location)
  }

  /** The deck's file storage, as the API answers a user. */
  async state(person: TestClient = this.ann) {
    return (await person.get(this.path())).body
  }

  async sync() {
    const answer = await this.ann.post(this.path())
    await this.work()
    return answer
  }

  async save(title = 'Tides'): Promise<void> {
    const { body } = await this.ann.get(`/api/v1/decks/${this.deckId}.json`)
    const deck = { data: `<section>${Math.random()}</section>`, title, version: body.version }
    const { status } = await this.ann.put(`/api/v1/decks/${this.deckId}.json`, { deck })
    if (status !== 200) throw new Error(`The save got ${status}`)
  }

  /** Makes a user an editor of the deck. */
  async addEditor(person: TestPerson): Promise<void> {
    const row = { deck_id: this.deckId, user_id: person.user.id, role: 'editor', active: true, status: 'idle' } as const
    await this.app.services.database.write
      .insertInto('deck_users')
      .values({ ...row, created_at: new Date() })
      .execute()
  }

  async removeEditor(person: TestPerson): Promise<void> {
    await this.app.services.database.write.deleteFrom('deck_users').where('user_id', '=', person.user.id).execute()
  }

  pdf(title = 'Tides'): string {
    return `/${title} (${this.deckId}).pdf`
  }

  zip(title = 'Tides'): string {
    return `/${title} (${this.deckId}).zip`
  }

  text(name: string): string | undefined {
    return this.dropbox.file(name)?.toString()
  }

  /** The number of exports, and of their files, that are left. */
  async exportsLeft(): Promise<number> {
    const rows = await this.app.services.database.read.selectFrom('deck_exports').select('id').execute()
    const files: string[] = []
    for await (const key of this.app.services.files.list()) if (key.startsWith('exports/')) files.push(key)
    return rows.length + files.length
  }
}
