import { beforeAll, expect, test } from 'vitest'
import { newSlideId } from '../../document/ids.ts'
import { rates } from '../../rules/rate-limits.ts'
import { commentScene } from '../../testing/comment-scene.ts'
import { testPassword } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'
import { deleteOldContent } from '../revisions/queries.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })

  const block = '00000000000000aa'
  const style = 'left: 0px; top: 0px; width: 100px; height: auto;'

  /** A deck with a second slide, which `save` writes, and `remove` deletes. */
  async function scene() {
    const made = await commentScene(app)
    const { deck, owner } = made
    const [first = ''] = deck.slideIds
    const id = newSlideId()
    let version = deck.version
    const put = async (slides: object) => {
      const saved = await owner.put(`/api/v1/decks/${deck.id}.json`, { deck: { version, slides } })
      expect(saved.status).toBe(200)
      version = saved.body.version
    }
    const save = (text: string, more = '') =>
      put({
        order: [first, id],
        changed: {
          [id]: `<section data-id="${id}"${more}><div class="block" data-block-type="text" data-block-id="${block}" style="${style}"><div class="block-content"><p>${text}</p></div></div></section>`,
        },
      })
    return { ...made, id, save, remove: () => put({ order: [first] }), version: () => version }
  }

  test('a viewer’s pin tells no words of a slide that was hidden since', async () => {
    const { viewer, editor, add, list, id, save, version } = await scene()
    await save('The plan is good')
    const pin = { block, quote: 'plan is good', offset: 4, version: version() }
    const request = { slide_hash: id, pin, save_id: 'viewer-0001' }
    expect((await add(viewer, 'Why?', request)).status).toBe(201)
    await save('The plan is secretly very good', ' data-visibility="hidden"')
    const late = await add(viewer, 'And now?', { slide_hash: id, pin })
    expect(late.status).toBe(422)
    expect(late.text).not.toContain('secretly')
    const repeated = await add(viewer, 'Why?', request)
    expect(repeated.body).toMatchObject({ message: 'Why?', pin: null })
    expect((await add(editor, 'An editor may', { slide_hash: id, pin })).body.pin.quote).toContain('secretly')
    expect((await list(viewer)).total).toBe(0)
  })

  test('comments on a hidden slide stay hidden from viewers when it is deleted, others do not', async () => {
    const { viewer, editor, owner, add, list, id, base, save, remove } = await scene()
    await save('Open')
    await add(owner, 'On it', { slide_hash: id })
    await remove()
    expect((await list(viewer)).total).toBe(1)
    await save('Secret', ' data-visibility="hidden"')
    await remove()
    expect([(await list(viewer)).total, (await list(editor)).total]).toEqual([0, 1])
    expect((await viewer.get(`${base}/unread`)).body.total).toBe(0)
    const sent: { only_editors?: true }[] = []
    const stop = app.services.deckChannel.subscribe((_, message) => sent.push(message as object))
    await add(owner, 'Still secret', { slide_hash: id })
    stop()
    expect(sent).toMatchObject([{ only_editors: true }])
  })

  test('comments on a slide of a hidden stack stay hidden when it is deleted, also once its content is', async () => {
    const { viewer, editor, owner, add, list, deck } = await commentScene(app)
    const [first, one, two] = [deck.slideIds[0], newSlideId(), newSlideId()]
    const slide = (id: string | undefined) => `<section data-id="${id}"><h1>${id}</h1></section>`
    let { version } = deck
    const put = async (data: string) => {
      const saved = await owner.put(`/api/v1/decks/${deck.id}.json`, { deck: { version, data } })
      expect(saved.status).toBe(200)
      version = saved.body.version
    }
    const hidden = `${slide(first)}<section data-visibility="hidden">${slide(one)}${slide(two)}</section>`
    await put(hidden)
    await add(owner, 'Secret', { slide_hash: one })
    await add(owner, 'Secret too', { slide_hash: two })
    await put(slide(first))
    expect([(await list(viewer)).total, (await list(editor)).total]).toEqual([0, 2])
    await app.services.database.transaction((trx) => deleteOldContent(trx, deck.id, 1))
    expect((await list(viewer)).total).toBe(0)
    await put(`${slide(first)}${slide(one)}`)
    expect(await list(viewer)).toMatchObject({ total: 1, results: [{ message: 'Secret' }] })
    await put(slide(first))
    expect((await list(viewer)).total).toBe(1)
  })

  test('only slides with comments get marks of what is read', async () => {
    const { viewer, owner, add, base, deck } = await scene()
    const { id: comment_id } = (await add(owner, 'About the deck')).body
    const made = Array.from({ length: 50 }, (_, at) => ({ slide_hash: `made-up-${at}`, comment_id }))
    expect((await viewer.put(`${base}/read`, { read: [{ comment_id }, ...made] })).status).toBe(200)
    const marks = app.services.database.read.selectFrom('comment_reads').select('slide_hash')
    expect(await marks.where('deck_id', '=', deck.id).execute()).toEqual([{ slide_hash: '' }])
  })

  test('a comment that is edited again and again does not fill a mailbox with mentions', async () => {
    const { owner, viewer, add, base } = await scene()
    const name = `@${viewer.user.username}`
    const { id } = (await add(owner, 'Look')).body
    for (let turn = 0; turn < rates['mention-mail'].tries + 5; turn++) {
      for (const message of [`${name} ${turn}`, 'Look'])
        expect((await owner.put(`${base}/${id}`, { comment: { message } })).status).toBe(200)
    }
    const mails = await readMails(app.services, viewer.user.email)
    expect(mails.filter(({ subject }) => subject.includes('mentions you'))).toHaveLength(rates['mention-mail'].tries)
  })

  test('replies to a deleted user’s comment stay one thread, pinned and resolved', async () => {
    const { owner, viewer, editor, add, base, list, deck } = await scene()
    const [slide_hash] = deck.slideIds
    const pin = { block, quote: '', offset: 0 }
    const parent_id = (await add(viewer, 'Mine', { slide_hash, pin })).body.id
    await add(viewer, 'Mine, too', { parent_id })
    const { id } = (await add(owner, 'First', { parent_id })).body
    await add(editor, 'Second', { parent_id })
    await owner.put(`${base}/${parent_id}/resolved`, { comment: { resolved: true } })
    expect((await viewer.delete('/users.json', { user: { password: testPassword } })).status).toBe(204)
    const { results, total } = await list(owner)
    expect(total).toBe(1)
    const replies = [{ message: 'Second', parent_id: id }]
    expect(results).toMatchObject([{ id, message: 'First', pin, resolved_by: owner.user.id, replies }])
  })
})
