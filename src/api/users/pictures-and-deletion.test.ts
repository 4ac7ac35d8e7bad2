import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeDeck, testPassword } from '../../testing/factories.ts'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'
import { defineJobs } from '../jobs.ts'

/** A multipart form with a file. */
function upload(bytes: Buffer, type = 'image/png') {
  const head = `--x\r\ncontent-disposition: form-data; name="picture"; filename="me.png"\r\ncontent-type: ${type}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')])
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=x' } }
}

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c33' } })

/** A small file of 64 million pixels; making it takes a second, so both databases share it. */
let bomb: Buffer | undefined

eachDatabase((makeApp) => {
  let app: TestApp
  const rowOf = (id: number) =>
    app.services.database.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

  beforeAll(async () => {
    app = await makeApp()
    defineJobs(app.services)
  })

  describe('user pictures', () => {
    test('a user without a picture has an SVG with only their initials', async () => {
      const ann = await app.person({ name: '<b>Ann</b> Marie "Lee' })
      const answer = await app.visitor().get(`/api/v1/users/${ann.user.id}/picture`)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/svg+xml'])
      expect(answer.text).toMatch(/^<svg .*>M<\/text><\/svg>$/)
      expect(answer.text).not.toContain('<b>')
    })

    test('a picture is re-encoded as a small square without metadata', async () => {
      const ann = await app.person()
      const jpeg = await picture(900, 300)
        .withExif({ IFD0: { Artist: 'SecretPlace' } })
        .jpeg()
        .toBuffer()
      expect(jpeg.includes('SecretPlace')).toBe(true)
      const { body, headers } = upload(jpeg)
      const answer = await ann.post('/api/v1/users/picture', body, { headers })
      expect([answer.status, answer.body.has_picture]).toEqual([200, true])
      const key = (await rowOf(ann.user.id))?.picture_key as string
      const remaining = await app.services.files.read(key)
      const { width, height, format } = await sharp(remaining as Uint8Array).metadata()
      expect([width, height, format]).toEqual([256, 256, 'webp'])
      expect(Buffer.from(remaining as Uint8Array).includes('SecretPlace')).toBe(false)
      const shown = await app.visitor().get(answer.body.thumbnail_url)
      expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp'])
      const removed = await ann.delete('/api/v1/users/picture')
      expect([removed.status, removed.body.has_picture]).toEqual([200, false])
      expect(await app.services.files.read(key)).toBeNull()
    })

    test.each(['png', 'gif', 'webp', 'avif'] as const)('a %s is accepted', async (format) => {
      const ann = await app.person()
      const { body, headers } = upload(await picture(40, 30).toFormat(format).toBuffer())
      expect((await ann.post('/api/v1/users/picture', body, { headers })).status).toBe(200)
    })

    test('other files are refused by their bytes, regardless of the type they claim', async () => {
      const ann = await app.person()
      bomb ??= await picture(8_000, 8_000).png().toBuffer()
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')
      for (const bytes of [svg, Buffer.from('GIF89a'), Buffer.from('<html>'), Buffer.alloc(0), bomb]) {
        const { body, headers } = upload(bytes)
        const answer = await ann.post('/api/v1/users/picture', body, { headers })
        expect([answer.status, answer.body.error]).toEqual([422, 'Only image files, please'])
      }
      expect((await ann.post('/api/v1/users/picture', { picture: 'x' })).status).toBe(422)
      expect((await rowOf(ann.user.id))?.picture_key).toBeNull()
    })

    test('a file above ten megabytes is refused', async () => {
      const ann = await app.person()
      const { body, headers } = upload(Buffer.alloc(10_000_001))
      expect([413, 422]).toContain((await ann.post('/api/v1/users/picture', body, { headers })).status)
    })
  })

  describe('deleting the account', () => {
    test('needs the password', async () => {
      const ann = await app.person()
      for (const user of [{}, { password: '' }, { password: 'wrong' }]) {
        expect((await ann.delete('/users.json', { user })).status).toBe(422)
      }
      expect((await app.visitor().delete('/users.json', { user: { password: testPassword } })).status).toBe(401)
      expect(await rowOf(ann.user.id)).toBeDefined()
    })

    test('deletes all data of the user and no data of other users', async () => {
      const ann = await app.person()
      const bob = await app.person()
      const deck = await makeDeck(app.services, ann.user, { title: 'Gone' })
      const liked = await makeDeck(app.services, bob.user, {
        title: 'Stays',
        kudos_count: 1,
        editor_user_id: ann.user.id,
      })
      const now = app.services.now()
      const { database } = app.services
      await database.write
        .insertInto('kudos')
        .values({ deck_id: liked.id, user_id: ann.user.id, created_at: now })
        .execute()
      const { body, headers } = upload(await picture(20, 20).png().toBuffer())
      await ann.post('/api/v1/users/picture', body, { headers })
      const key = (await rowOf(ann.user.id))?.picture_key as string
      const phone = await app.signIn(ann.user)
      // A mail to the user, and one with the user's reply address.
      const mails = [{ to: ann.user.email }, { to: bob.user.email, replyTo: ann.user.email }]
      await database.transaction(async (trx) => {
        for (const mail of mails) await app.services.mail.send(trx, { ...mail, subject: 'S', text: 'T', html: 'H' })
      })

      expect((await ann.delete('/users.json', { user: { password: testPassword } })).status).toBe(204)

      expect(await rowOf(ann.user.id)).toBeUndefined()
      expect(ann.cookie('session')).toBeUndefined()
      await app.services.jobs.idle()
      expect((await phone.get('/api/v1/users/me')).status).toBe(401)
      expect(await app.services.files.read(key)).toBeNull()
      const decks = await database.read.selectFrom('decks').selectAll().where('id', 'in', [deck.id, liked.id]).execute()
      expect(decks).toMatchObject([{ id: liked.id, kudos_count: 0, editor_user_id: null }])
      const slides = await database.read.selectFrom('deck_slides').selectAll().where('deck_id', '=', deck.id).execute()
      expect(slides).toEqual([])
      const remaining = await database.read
        .selectFrom('mails')
        .select('subject')
        .where((eb) => eb.or([eb('recipient', '=', ann.user.email), eb('reply_to', '=', ann.user.email)]))
        .execute()
      expect(remaining).toEqual([{ subject: 'Your Lectern account was deleted' }])
    })
  })
})
