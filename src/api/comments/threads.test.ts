import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { commentScene } from '../../testing/comment-scene.ts'
import { readMails } from '../../testing/mails.ts'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })

  const scene = async () => {
    const made = await commentScene(app)
    const { base, add } = made
    const idOf = async (by: TestClient, message: string, more: object = {}): Promise<number> =>
      (await add(by, message, more)).body.id
    const thread = async (id: number) => (await made.owner.get(`${base}/${id}.json`)).body
    const resolve = (by: TestClient, id: number, resolved = true) =>
      by.put(`${base}/${id}/resolved.json`, { comment: { resolved } })
    return { ...made, idOf, thread, resolve }
  }

  describe('threads', () => {
    test('replies stand below their comment, on its slide, and are no comments of the list', async () => {
      const { owner, viewer, deck, idOf, list, thread, add } = await scene()
      const [slide_hash] = deck.slideIds
      const first = await idOf(owner, 'First', { slide_hash })
      const reply = await idOf(viewer, 'Reply', { parent_id: first, slide_hash: 'elsewhere' })
      await idOf(owner, 'Second')
      const { results, total } = await list(viewer)
      expect(total).toBe(2)
      expect(results.map(({ message }: { message: string }) => message)).toEqual(['Second', 'First'])
      expect(results[1].replies).toMatchObject([{ id: reply, message: 'Reply', parent_id: first, slide_hash }])
      expect((await thread(reply)).id).toBe(first)
      for (const parent_id of [reply, 999_999_999, 0])
        expect((await add(owner, 'To none', { parent_id })).status).toBe(422)
      expect((await thread(first)).replies).toHaveLength(1)
    })

    test('a deleted comment leaves its replies: the first takes its place', async () => {
      const { owner, viewer, deck, idOf, list, base } = await scene()
      const pin = { block: '00000000000000aa', quote: '', offset: 0 }
      const first = await idOf(owner, 'First', { slide_hash: deck.slideIds[0], pin })
      const [one, two] = [
        await idOf(viewer, 'One', { parent_id: first }),
        await idOf(owner, 'Two', { parent_id: first }),
      ]
      const sent: unknown[] = []
      const stop = app.services.deckChannel.subscribe((_, message) => sent.push(message))
      await owner.delete(`${base}/${first}`)
      stop()
      expect(sent).toMatchObject([{ comment: { id: first, next: { id: one, parent_id: null, pin } } }])
      expect((await list(owner)).results).toMatchObject([{ id: one, pin, replies: [{ id: two, parent_id: one }] }])
    })

    test('a thread is resolved and opened again by every collaborator, and by a reply', async () => {
      const { people, owner, viewer, idOf, list, thread, resolve } = await scene()
      const id = await idOf(owner, 'Open')
      await idOf(owner, 'Stays open')
      for (const role of ['viewer', 'editor', 'admin', 'owner'] as const) {
        expect((await resolve(people[role], id)).status).toBe(200)
        expect(await thread(id)).toMatchObject({ resolved_by: people[role].user.id, resolved_at: expect.any(String) })
        expect((await list(owner, '?state=open')).total).toBe(1)
        expect((await resolve(people[role], id, false)).body).toMatchObject({ resolved_at: null, resolved_by: null })
      }
      const reply = await idOf(viewer, 'Reply', { parent_id: id })
      await resolve(owner, reply)
      expect((await thread(id)).resolved_at).not.toBeNull()
      await idOf(viewer, 'Not yet', { parent_id: id })
      expect((await thread(id)).resolved_at).toBeNull()
      expect((await resolve(people.stranger, id)).status).toBe(404)
    })

    test('a thread has an end', async () => {
      const { owner, deck, idOf, add } = await scene()
      const parent_id = await idOf(owner, 'First')
      const rows = Array.from({ length: limits.comment.replies }, (_, index) => ({
        ...{ deck_id: deck.id, user_id: owner.user.id, message: `${index}`, created_at: app.services.now(), parent_id },
      }))
      await app.services.database.write.insertInto('comments').values(rows).execute()
      expect((await add(owner, 'One more', { parent_id })).status).toBe(422)
    })
  })

  test('what others wrote is unread until it is read, by slide, and own comments never are', async () => {
    const { owner, viewer, stranger, deck, idOf, base } = await scene()
    const [slide_hash = ''] = deck.slideIds
    const unread = async (by: TestClient) => (await by.get(`${base}/unread.json`)).body
    const read = (by: TestClient, ...marks: object[]) => by.put(`${base}/read.json`, { read: marks })
    const first = await idOf(owner, 'One', { slide_hash })
    const second = await idOf(owner, 'Two', { slide_hash })
    const about = await idOf(owner, 'About the deck')
    expect((await unread(owner)).total).toBe(0)
    expect((await unread(viewer)).results).toEqual(
      expect.arrayContaining([
        { slide_hash, count: 2, first_id: first },
        { slide_hash: null, count: 1, first_id: about },
      ]),
    )
    expect((await read(viewer, { slide_hash, comment_id: first })).body.total).toBe(2)
    await read(viewer, { slide_hash, comment_id: second }, { slide_hash: null, comment_id: about + 1_000 })
    await read(viewer, { slide_hash, comment_id: first })
    expect(await unread(viewer)).toEqual({ results: [], total: 0 })
    const first_id = await idOf(owner, 'Later')
    expect((await unread(viewer)).results).toEqual([{ slide_hash: null, count: 1, first_id }])
    expect([(await stranger.get(`${base}/unread`)).status, (await read(stranger)).status]).toEqual([404, 404])
  })

  test('a pin moves with its words as the deck is saved and restored, and refuses nonsense', async () => {
    const { owner, deck, idOf, thread, add } = await scene()
    const [id = ''] = deck.slideIds
    const block = '00000000000000aa'
    let version = deck.version
    const save = async (text: string) => {
      const style = 'left: 0px; top: 0px; width: 100px; height: auto;'
      const html = `<section data-id="${id}"><div class="block" data-block-type="text" data-block-id="${block}" style="${style}"><div class="block-content"><p>${text}</p></div></div></section>`
      const slides = { order: [id], changed: { [id]: html } }
      const saved = await owner.put(`/api/v1/decks/${deck.id}.json`, { deck: { version, slides } })
      expect(saved.status).toBe(200)
      version = saved.body.version
    }
    await save('Low tide')
    const base = version
    const pin = { block, quote: 'tide', offset: 4 }
    const comment = await idOf(owner, 'When?', { slide_hash: id, pin })
    await save('A low tide')
    expect((await thread(comment)).pin).toEqual({ block, quote: 'tide', offset: 6 })
    await save('A low')
    await save('A low tide')
    expect((await thread(comment)).pin).toEqual({ block, quote: 'tide', offset: 6 })
    const late = await idOf(owner, 'Seen on an old page', { slide_hash: id, pin: { ...pin, version: base } })
    expect((await thread(late)).pin).toEqual({ block, quote: 'tide', offset: 6 })
    for (const more of [
      { pin },
      { slide_hash: id, pin: { ...pin, block: '<b>' } },
      { slide_hash: id, pin: { ...pin, offset: -1 } },
      { slide_hash: id, pin: { ...pin, quote: 'x'.repeat(501) } },
    ])
      expect((await add(owner, 'No', more)).status).toBe(422)
  })

  test('viewers learn nothing of comments on hidden slides', async () => {
    const { owner, editor, viewer, deck, idOf, list, base, resolve, add } = await scene()
    const [id = ''] = deck.slideIds
    const html = `<section data-id="${id}" data-visibility="hidden"><p>Secret</p></section>`
    const { write } = app.services.database
    await write.updateTable('deck_slides').set({ html }).where('deck_id', '=', deck.id).execute()
    const sent: { only_editors?: true }[] = []
    const stop = app.services.deckChannel.subscribe((_, message) => sent.push(message as object))
    const hidden = await idOf(owner, `Secret @${viewer.user.username}`, { slide_hash: id })
    await idOf(owner, 'About the deck')
    stop()
    expect(sent.map((message) => message.only_editors)).toEqual([true, undefined])
    expect([(await list(editor)).total, (await list(viewer)).total]).toEqual([2, 1])
    const unread = async (by: TestClient) => (await by.get(`${base}/unread`)).body.total
    expect([await unread(editor), await unread(viewer)]).toEqual([2, 1])
    expect((await viewer.get(`${base}/${hidden}`)).status).toBe(404)
    expect((await resolve(viewer, hidden)).status).toBe(404)
    expect((await add(viewer, 'Reply', { parent_id: hidden })).status).toBe(422)
    const mails = await readMails(app.services, viewer.user.email)
    expect(mails.filter(({ subject }) => subject.includes('mentions you'))).toEqual([])
  })

  test('who is mentioned gets a mail with the comment and its link, once, and only collaborators do', async () => {
    const { owner, editor, viewer, stranger, idOf, base } = await scene()
    const name = ({ user }: typeof owner) => user.username
    const mailsTo = async (person: typeof owner) =>
      (await readMails(app.services, person.user.email)).filter(({ subject }) => subject.includes('mentions you'))
    const text = `@${name(viewer).toUpperCase()} @${name(stranger)} @${name(owner)} look: <b>`
    const id = await idOf(owner, text)
    expect([(await mailsTo(stranger)).length, (await mailsTo(owner)).length]).toEqual([0, 0])
    const [mail] = await mailsTo(viewer)
    expect(mail?.text).toContain(text)
    expect(mail?.text).toContain(`/review?comment=${id}`)
    expect(mail?.html).not.toContain('<b>')
    await owner.put(`${base}/${id}`, { comment: { message: `${text} and @${name(editor)}` } })
    expect([(await mailsTo(viewer)).length, (await mailsTo(editor)).length]).toEqual([1, 1])
    await owner.delete(`${base}/${id}`)
    expect([(await mailsTo(viewer)).length, (await mailsTo(editor)).length]).toEqual([0, 0])
  })

  test('a suspended account gets no mail about a mention', async () => {
    const { owner, viewer, editor, idOf } = await scene()
    const users = app.services.database.write.updateTable('users').set({ active: false })
    await users.where('id', '=', viewer.user.id).execute()
    await idOf(owner, `@${viewer.user.username} @${editor.user.username} look`)
    const mailsTo = async ({ user }: typeof owner) =>
      (await readMails(app.services, user.email)).filter(({ subject }) => subject.includes('mentions you')).length
    expect([await mailsTo(viewer), await mailsTo(editor)]).toEqual([0, 1])
  })

  test('pins, threads and what is read are in the account’s export', async () => {
    const { owner, viewer, deck, idOf, base } = await scene()
    const slide_hash = deck.slideIds[0]
    const comment_id = await idOf(owner, 'First', { slide_hash })
    await idOf(viewer, 'Reply', { parent_id: comment_id })
    await viewer.put(`${base}/read`, { read: [{ slide_hash, comment_id }] })
    const headers = { host: 'localhost:3000', cookie: `session=${viewer.cookie('session')}` }
    const { rawPayload } = await app.server.inject({ url: '/api/v1/users/export', headers })
    const account = JSON.parse(strFromU8(unzipSync(rawPayload)['account.json'] as Uint8Array))
    expect(account.comments).toMatchObject([{ message: 'Reply', parent_id: comment_id }])
    expect(account.comments_read).toMatchObject([{ deck_id: deck.id, slide_hash, comment_id }])
  })
})
