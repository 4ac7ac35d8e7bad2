import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commentScene } from '../../testing/comment-scene.ts'
import { makeTeam } from '../../testing/factories.ts'
import { startMailCatcher } from '../../testing/mail-catcher.ts'
import { readMails } from '../../testing/mails.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { twoProcesses } from '../../testing/two-processes.ts'
import { missedMail } from './emails.ts'
import { mailSummaries } from './jobs.ts'

const minute = 60_000
const hour = 60 * minute

eachDatabase((makeApp, kind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })

  const scene = async () => {
    const made = await commentScene(app)
    const { deck } = made
    const mailsTo = async ({ user }: TestPerson) =>
      (await readMails(app.services, user.email)).filter(({ subject }) => /new comments? on/.test(subject))
    /** The number of summaries that the job sends to each: owner, admin, editor, viewer. */
    const sent = async () => {
      await mailSummaries(app.services)
      const all = [made.owner, made.admin, made.editor, made.viewer].map(async (one) => (await mailsTo(one)).length)
      return Promise.all(all)
    }
    const visit = (by: TestPerson) => by.put(`/api/v1/decks/${deck.id}/users/update_last_seen_at.json`)
    const presence = (by: TestPerson, status: 'viewing' | 'idle' | null) =>
      app.services.deckPresence.set(deck.id, by.user.id, status && { status, slideId: null, at: 0 })
    const endPathOf = async (one: TestPerson) =>
      (await mailsTo(one)).at(-1)!.unsubscribe_url!.replace(app.services.settings.baseUrl, '')
    app.advance(minute)
    return { ...made, mailsTo, sent, visit, presence, endPathOf }
  }

  describe('a summary of missed comments', () => {
    test('is mailed once per absence to all other people of the deck, a quarter of an hour later', async () => {
      const { editor, viewer, add, sent, visit } = await scene()
      await add(editor, 'One')
      expect(await sent()).toEqual([0, 0, 0, 0])
      app.advance(16 * minute)
      await add(viewer, 'Two')
      expect(await sent()).toEqual([1, 1, 0, 1])
      app.advance(16 * minute)
      await add(editor, 'Three')
      app.advance(16 * minute)
      // The editor had not missed anything before.
      expect(await sent()).toEqual([1, 1, 1, 1])
      await visit(viewer)
      app.advance(minute)
      await add(editor, 'Four')
      app.advance(16 * minute)
      expect(await sent()).toEqual([1, 1, 1, 2])
      expect(await sent()).toEqual([1, 1, 1, 2])
    })

    test('goes to nobody who is there, has been there since, or has read the comments', async () => {
      const { owner, admin, editor, viewer, base, add, sent, visit, presence } = await scene()
      presence(admin, 'idle')
      const { id } = (await add(editor, 'One')).body
      await owner.put(`${base}/read.json`, { read: [{ slide_hash: null, comment_id: id }] })
      app.advance(minute)
      await visit(viewer)
      app.advance(16 * minute)
      expect(await sent()).toEqual([0, 0, 0, 0])
      presence(admin, null)
      expect(await sent()).toEqual([0, 1, 0, 0])
    })

    test('goes to nobody who has lost access, to no suspended account, and about no suspended or trashed deck', async () => {
      const { owner, admin, editor, viewer, deck, add, sent } = await scene()
      const { write } = app.services.database
      const setDeck = (changes: object) => write.updateTable('decks').set(changes).where('id', '=', deck.id).execute()
      await add(admin, 'One')
      app.advance(16 * minute)
      await owner.delete(`/api/v1/decks/${deck.id}/users/${editor.user.id}.json`, { user: {} })
      await write.updateTable('users').set({ active: false }).where('id', '=', viewer.user.id).execute()
      const now = app.services.now()
      for (const state of ['suspended_at', 'trashed_at']) {
        await setDeck({ [state]: now })
        expect(await sent()).toEqual([0, 0, 0, 0])
        await setDeck({ [state]: null })
      }
      expect(await sent()).toEqual([1, 0, 0, 0])
    })

    test('does not tell viewers of comments on hidden slides', async () => {
      const { owner, deck, add, sent } = await scene()
      const [slide_hash] = deck.slideIds
      await app.services.database.write
        .updateTable('deck_slides')
        .set({ html: `<section data-id="${slide_hash}" data-visibility="hidden"></section>` })
        .where('deck_id', '=', deck.id)
        .where('slide_id', '=', slide_hash!)
        .execute()
      expect((await add(owner, 'Hidden', { slide_hash })).status).toBe(201)
      app.advance(16 * minute)
      expect(await sent()).toEqual([0, 1, 1, 0])
    })

    test('names the authors and links to their first comments, without any words of comments or slides', async () => {
      const { owner, admin, editor, viewer, deck, add, sent, mailsTo } = await scene()
      const first = (await add(editor, 'Secret words', { slide_hash: deck.slideIds[0] })).body.id
      await add(admin, 'More secrets')
      await add(editor, 'Secret again')
      app.advance(16 * minute)
      await sent()
      const [mail] = await mailsTo(viewer)
      expect(mail).toMatchObject({ subject: expect.stringContaining('3 new comments on “'), sender_name: null })
      const link = `/${owner.user.username}/${deck.slug}/review?comment=${first}`
      const name = editor.user.name ?? editor.user.username
      expect(mail?.text).toContain(`${name}: 2 comments\n${app.services.settings.baseUrl}${link}`)
      expect(mail?.html).toContain(link)
      expect(mail?.text).toContain(mail?.unsubscribe_url)
      expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/secret|<img/i)
      expect((await mailsTo(admin))[0]?.subject).toContain('2 new comments on')
    })

    test('waits for another comment while each missed one was mailed as a mention', async () => {
      const { editor, viewer, add, sent, mailsTo } = await scene()
      await add(editor, `@${viewer.user.username} look`)
      app.advance(16 * minute)
      expect(await sent()).toEqual([1, 1, 0, 0])
      await add(editor, 'Look here, too')
      app.advance(16 * minute)
      expect(await sent()).toEqual([1, 1, 0, 1])
      expect((await mailsTo(viewer))[0]?.subject).toContain('2 new comments on')
    })

    test('is not sent for comments that are older than a week', async () => {
      const { editor, add, sent } = await scene()
      await add(editor, 'Old')
      app.advance(8 * 24 * hour)
      expect(await sent()).toEqual([0, 0, 0, 0])
    })

    test('is sent once by two processes at the same time', async () => {
      const { editor, add, sent } = await scene()
      const { now } = app.services
      const mailAtOnce = async (processes: readonly TestApp[]) => {
        const run = () => Promise.all(processes.map(({ services }) => mailSummaries({ ...services, now })))
        // Opens the connections, so that both begin at the same time.
        await run()
        await add(editor, 'One')
        app.advance(16 * minute)
        expect((await run()).reduce((sum, count) => sum + count, 0)).toBe(3)
      }
      // SQLite has one process.
      if (kind === 'sqlite') await mailAtOnce([app, app])
      else await twoProcesses(app, null, (here, there) => mailAtOnce([here, there]))
      expect(await sent()).toEqual([1, 1, 0, 1])
    })
  })

  describe('the mails of a deck', () => {
    const missed = async () => {
      const made = await scene()
      await made.add(made.editor, 'One')
      app.advance(16 * minute)
      await made.sent()
      const again = async () => {
        for (const one of [made.owner, made.viewer]) await made.visit(one)
        app.advance(minute)
        await made.add(made.editor, 'Again')
        app.advance(16 * minute)
        return made.sent()
      }
      return { ...made, again }
    }
    const oneClick = {
      body: 'List-Unsubscribe=One-Click',
      csrf: false,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }

    test('end by one POST of a mail program without session, cookies or CSRF token, for this user only', async () => {
      const { viewer, endPathOf, again } = await missed()
      const program = app.visitor()
      program.clearCookies()
      const answer = await program.request('POST', await endPathOf(viewer), oneClick)
      expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined])
      expect(await again()).toEqual([2, 1, 0, 1])
    })

    test('end by a form with several parts, as RFC 8058 has it, too', async () => {
      const { viewer, endPathOf, again } = await missed()
      const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const answer = await app.visitor().request('POST', await endPathOf(viewer), { body, csrf: false, headers })
      expect(answer.status).toBe(200)
      expect(await again()).toEqual([2, 1, 0, 1])
    })

    test('end by the button of a page, which changes nothing when it is opened, and begin by its other', async () => {
      const { viewer, deck, endPathOf, again } = await missed()
      const [browser, path] = [app.visitor(), await endPathOf(viewer)]
      const page = await browser.get(path)
      expect(page.status).toBe(200)
      expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' })
      expect(page.headers['content-security-policy']).toContain("form-action 'self'")
      expect(page.text).toContain('End these mails</button>')
      expect(page.text).toContain(deck.title)
      expect(await again()).toEqual([2, 1, 0, 2])
      const { headers } = oneClick
      expect((await browser.request('POST', path, { body: '', headers })).text).toContain('Send them again</button>')
      expect((await browser.get(path)).text).toContain('name="again"')
      expect(await again()).toEqual([3, 1, 0, 2])
      expect((await browser.request('POST', path, { body: 'again=1', headers })).text).toContain('End these mails')
      expect(await again()).toEqual([4, 1, 0, 3])
    })

    test('end with those of mentions, which carry the same URL', async () => {
      const { viewer, editor, add, mailsTo, endPathOf } = await missed()
      const mentions = async () =>
        (await readMails(app.services, viewer.user.email)).filter(({ subject }) => subject.includes('mentions you'))
      await add(editor, `@${viewer.user.username} look`)
      const [mail] = await mentions()
      expect(mail?.unsubscribe_url).toBe((await mailsTo(viewer)).at(-1)?.unsubscribe_url)
      expect(mail?.text).toContain(mail?.unsubscribe_url)
      expect((await app.visitor().request('POST', await endPathOf(viewer), oneClick)).status).toBe(200)
      await add(editor, `@${viewer.user.username} again`)
      expect(await mentions()).toHaveLength(1)
    })

    test('end for nobody by a token that was changed, is another’s, or is missing', async () => {
      const { viewer, owner, deck, endPathOf, again } = await missed()
      const path = await endPathOf(viewer)
      const signature = path.split('.').at(-1)
      const forged = [
        path.slice(0, -4),
        path.replace(`=${viewer.user.id}.`, `=${owner.user.id}.`),
        `/users/comment_mails?token=${viewer.user.id}.${deck.id + 1}.${signature}`,
        `${path}.x`,
        `/users/comment_mails?token[]=x`,
        '/users/comment_mails?token=1e1.1.x',
        '/users/comment_mails',
      ]
      for (const url of forged) {
        expect((await app.visitor().request('POST', url, oneClick)).status, url).toBe(404)
        expect((await app.visitor().get(url)).status, url).toBe(404)
      }
      expect(await again()).toEqual([2, 1, 0, 2])
    })

    test('have a page that does not tell the deck’s title to those who lost access', async () => {
      const { owner, viewer, deck, endPathOf } = await missed()
      const path = await endPathOf(viewer)
      await owner.delete(`/api/v1/decks/${deck.id}/users/${viewer.user.id}.json`, { user: {} })
      await owner.put(`/api/v1/decks/${deck.id}.json`, { deck: { title: 'Unseen' } })
      const page = await app.visitor().get(path)
      expect([page.status, page.text.includes('Unseen')]).toEqual([200, false])
    })

    test('have their page on the app’s host only', async () => {
      const { viewer, endPathOf } = await missed()
      const team = await makeTeam(app.services, `team${viewer.user.id}`)
      const host = `${team.slug}.localhost:3000`
      const path = await endPathOf(viewer)
      expect((await app.visitor().request('POST', path, { ...oneClick, host })).status).toBe(404)
    })
  })
})

describe('a mail with a URL that ends such mails', () => {
  let catcher: Awaited<ReturnType<typeof startMailCatcher>>
  beforeAll(async () => {
    catcher = await startMailCatcher()
  })
  afterAll(() => catcher.stop())

  eachDatabase((makeApp) => {
    test('offers it to mail programs, and forgets it when it is sent', async () => {
      const { services } = await makeApp({
        settings: { smtpUrl: `smtp://${catcher.host}`, mailFrom: 'a@lectern.test' },
      })
      const url = `${services.settings.baseUrl}/users/comment_mails?token=7.8.${'x'.repeat(43)}`
      const mail = missedMail(services.settings.baseUrl, {
        ...{ to: 'ann@example.org', title: 'Talk', endUrl: url },
        deck: { id: 8, slug: 'talk', username: 'bob', teamSlug: null },
        missed: [{ author: 'Bob', ids: [3], firstAt: new Date() }],
      })
      await services.database.transaction((trx) => services.mail.send(trx, mail))
      await services.jobs.idle()
      const headers = new Map(catcher.mails.at(-1)?.headers.map(({ key, value }) => [key, value]))
      expect(headers.get('list-unsubscribe')).toBe(`<${url}>`)
      expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      const kept = await services.database.read.selectFrom('mails').select('unsubscribe_url').executeTakeFirst()
      expect(kept).toEqual({ unsubscribe_url: null })
    })
  })
})
