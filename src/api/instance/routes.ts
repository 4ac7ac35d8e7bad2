import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { messages } from '../../rules/messages.ts'
import { product } from '../../rules/product.ts'
import { audit } from '../../server/audit.ts'
import { contentModeOf } from '../../server/content/content-hosts.ts'
import { fetchOwn, provenContentMode } from '../../server/content/self-test.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { InstanceSettingsTable } from '../../server/db/operator-tables.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { logoUrl, readInstance } from '../../server/instance.ts'
import { paymentProblems } from '../../server/payments/check-payments.ts'
import type { Services } from '../../server/services.ts'
import type { StreamAnswer } from '../contract.ts'
import { encodeThumbnail } from '../media/reencode-image.ts'
import { putFile, recordPossibleOrphans } from '../orphaned-files/file-references.ts'
import { type Context, type Route, route } from '../route.ts'
import { readPictureFile } from '../users/picture.ts'
import { instanceContracts as contracts } from './contract.ts'
import { testMail } from './emails.ts'

async function instanceJson(db: Db, { settings }: Services) {
  const { name, logoKey, signUp, chosenSignUp, defaultSignUp } = await readInstance(db, settings)
  return {
    ...{ name, default_name: product.name, logo_url: logoUrl(logoKey) },
    ...{ sign_up: signUp, chosen_sign_up: chosenSignUp, default_sign_up: defaultSignUp },
    mail: { configured: settings.smtpUrl !== null, from: settings.mailFrom },
    content_url: settings.contentUrl,
  }
}

/** Stores a setting; null restores the default. */
async function store(db: Db, name: InstanceSettingsTable['name'], value: string | null, now: Date): Promise<void> {
  if (value === null) await db.deleteFrom('instance_settings').where('name', '=', name).execute()
  else {
    await db
      .insertInto('instance_settings')
      .values({ name, value, updated_at: now })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: now }))
      .execute()
  }
}

async function change(context: Context<typeof contracts.change>) {
  const { db, services, request, user, body, afterCommit } = context
  const { name, sign_up, reason } = body.instance
  const before = await readInstance(db, services.settings)
  const now = services.now()
  if (name !== undefined) await store(db, 'name', name === product.name ? null : name, now)
  if (sign_up !== undefined) await store(db, 'sign_up', sign_up, now)
  const detail = {
    before: { name: before.name, sign_up: before.chosenSignUp },
    after: { ...(name === undefined ? {} : { name }), ...(sign_up === undefined ? {} : { sign_up }) },
    reason,
  }
  await audit(db, services, request, { actorId: user.id, action: 'admin.instance', resource: 'instance', detail })
  afterCommit(() => services.instance.changed())
  return instanceJson(db, services)
}

/** Stores the key of a new logo (null: none) and deletes the old file. */
async function setLogo(
  { services, request, user, transaction }: Context<typeof contracts.changeLogo> | Context<typeof contracts.removeLogo>,
  key: string | null,
) {
  const { logoKey: old } = await readInstance(services.database.read, services.settings)
  await transaction(async (trx) => {
    await recordPossibleOrphans(trx, [old], services.now())
    await store(trx, 'logo', key, services.now())
    const action = key === null ? 'admin.instance.remove-logo' : 'admin.instance.logo'
    await audit(trx, services, request, { actorId: user.id, action, resource: 'instance' })
  })
  services.instance.changed()
  if (old) await services.files.delete(old)
  return instanceJson(services.database.read, services)
}

async function changeLogo(context: Context<typeof contracts.changeLogo>) {
  const logo = await encodeThumbnail(await readPictureFile(context.request))
  if (!logo) throw invalid('picture', messages.media.onlyImages)
  const key = `logos/instance-${randomBytes(16).toString('hex')}.webp`
  await putFile(context.services, key, logo, 'image/webp')
  return setLogo(context, key)
}

/** The logo for mails. The server encoded the WebP itself, so that it may decode it. */
async function asPng(webp: NodeJS.ReadableStream): Promise<StreamAnswer> {
  const png = await sharp(await buffer(webp))
    .png()
    .toBuffer()
  return { type: 'image/png', body: Readable.from([png]) }
}

/** Sends the logo. */
async function sendLogo({ services, query, reply }: Context<typeof contracts.logo>): Promise<StreamAnswer> {
  const { logoKey } = await services.instance.read()
  const file = logoKey === null ? null : await services.files.get(logoKey)
  if (!file) throw new HttpError(404, messages.access.notFound)
  // The URL changes with the logo.
  reply.header('cache-control', 'public, max-age=86400')
  return query.as === 'png' ? asPng(file.body) : { type: file.type, body: file.body }
}

/** Handlers of the instance routes. */
export const instanceRoutes: readonly Route[] = [
  route(contracts.logo, sendLogo),
  route(contracts.read, ({ db, services }) => instanceJson(db, services)),
  route(contracts.change, change),
  route(contracts.changeLogo, changeLogo),
  route(contracts.removeLogo, (context) => setLogo(context, null)),
  route(contracts.testMail, async ({ db, services, request, user }) => {
    await services.mail.send(db, testMail(user, services.settings.baseUrl))
    await audit(db, services, request, { actorId: user.id, action: 'admin.test-mail', resource: `user:${user.id}` })
    return { sent_to: user.email, configured: services.settings.smtpUrl !== null }
  }),
  route(contracts.testContent, async ({ services }) => {
    const { settings, keys } = services
    const proven = await provenContentMode(settings, keys, fetchOwn(settings.port))
    return { configured: contentModeOf(settings.contentUrl), proven, url: settings.contentUrl }
  }),
  route(contracts.testPayments, async ({ services }) => ({ problems: [...(await paymentProblems(services))] })),
]
