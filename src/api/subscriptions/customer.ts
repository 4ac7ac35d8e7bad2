import { randomUUID } from 'node:crypto'
import { accountMessages } from '../../rules/account-messages.ts'
import { cardText } from '../../rules/cards/card-types.ts'
import type { Db } from '../../server/db/open-database.ts'
import { type HttpError, invalid } from '../../server/http/http-error.ts'
import { type Card, type CardFailure, CardRefused, CustomerUnknown } from '../../server/payments/payments.ts'
import type { Services } from '../../server/services.ts'
import { type Owner, ownerColumns } from '../owner.ts'
import { type CustomerRow, customerOf, insertCustomer, updateCustomer } from './queries.ts'

/** Who pays, in words: on receipts, in mails, and for the payment provider. */
export interface Payer {
  readonly name: string
  /** Who gets the mails about payment. */
  readonly recipients: readonly { readonly name: string; readonly email: string }[]
  readonly address: string | null
  /** The slug of the team's host, where its payments are shown; null: a user's are on the app's host. */
  readonly teamSlug: string | null
  /** Whether a plan was given by hand, so that nothing is charged. */
  readonly manuallyUpgraded: boolean
  /** Whether an operator suspended the account, which cannot use or cancel what it pays for. */
  readonly suspended: boolean
}

/** The payer that an owner is: a user, or a team with its owners. Null if it is gone. */
export async function payerOf(db: Db, owner: Owner): Promise<Payer | null> {
  const people = db.selectFrom('users').select(['name', 'username', 'email', 'manually_upgraded', 'active'])
  if ('user' in owner) {
    const user = await people.where('id', '=', owner.user).executeTakeFirst()
    if (!user) return null
    const name = user.name ?? user.username
    const recipients = [{ name, email: user.email }]
    const { manually_upgraded: manuallyUpgraded, active } = user
    return { name, recipients, address: null, teamSlug: null, manuallyUpgraded, suspended: !active }
  }
  const team = await db
    .selectFrom('teams')
    .select(['name', 'slug', 'billing_address', 'manually_upgraded'])
    .where('id', '=', owner.team)
    .executeTakeFirst()
  if (!team) return null
  const owners = await people
    .where('team_id', '=', owner.team)
    .where('membership_role', '=', 'owner')
    .orderBy('id')
    .execute()
  return {
    name: team.name,
    recipients: owners.map((one) => ({ name: one.name ?? one.username, email: one.email })),
    address: team.billing_address,
    teamSlug: team.slug,
    manuallyUpgraded: team.manually_upgraded,
    suspended: false,
  }
}

/** 'user:7', as the payment provider sees it. */
export function referenceOf(owner: Owner): string {
  return 'user' in owner ? `user:${owner.user}` : `team:${owner.team}`
}

/** The 422 of a refused card. */
export function cardError(failure: CardFailure): HttpError {
  return invalid('token', accountMessages.billing.card[failure])
}

/** The owner's customer with the present provider; created at the first need. */
export async function ensureCustomer(services: Services, db: Db, owner: Owner): Promise<CustomerRow> {
  const { payments } = services
  if (payments.provider === 'off') throw new Error('Billing is off')
  const known = await customerOf(db, owner)
  if (known?.provider === payments.provider) return known
  const provider_id = await payments.createCustomer(await identityOf(db, owner))
  const now = services.now()
  const row = { ...ownerColumns(owner), provider: payments.provider, provider_id, created_at: now, updated_at: now }
  // Of two parallel requests the first one's is used; the reference makes the provider create one only.
  if (!known) return (await insertCustomer(db, row)) ?? ensureCustomer(services, db, owner)
  // The cards of another provider are no use to this one.
  const noCard = { card_id: null, card_brand: null, card_last4: null, card_exp_month: null, card_exp_year: null }
  const changes = { provider: payments.provider, provider_id, updated_at: now, ...noCard }
  await updateCustomer(db, known.id, changes)
  await forgetCustomer(db, services, known)
  return { ...known, ...changes }
}

/** Has the provider delete a customer with the card, after the commit. */
export async function forgetCustomer(
  db: Db,
  { jobs }: Services,
  { provider, provider_id: id }: Pick<CustomerRow, 'provider' | 'provider_id'>,
): Promise<void> {
  await jobs.add(db, 'billing-forget', { provider, id })
}

async function attachCard(
  { payments }: Services,
  { customer, token, enteredBy }: { readonly customer: string; readonly token: string; readonly enteredBy: Owner },
): Promise<Card> {
  try {
    return await payments.attachCard(customer, token, referenceOf(enteredBy))
  } catch (error) {
    throw error instanceof CardRefused ? cardError(error.failure) : error
  }
}

/** A customer with a card at the provider, before its team is there. */
export interface NewCustomer {
  readonly id: string
  readonly card: Card
}

/**
 * Creates the customer of a team that is not founded yet, with the card that the founder entered. Outside transactions,
 * since it waits for the provider. Throws the 422 of a refused card.
 */
export async function createTeamCustomer(
  services: Services,
  founder: { readonly id: number; readonly email: string },
  { name, token }: { readonly name: string; readonly token: string },
): Promise<NewCustomer> {
  const { payments } = services
  const reference = `new-team:${randomUUID()}`
  const id = await payments.createCustomer({ reference, name, email: founder.email })
  try {
    return { id, card: await attachCard(services, { customer: id, token, enteredBy: { user: founder.id } }) }
  } catch (error) {
    await dropCustomer(services, id)
    throw error
  }
}

/** Deletes the customer of a team that was not founded. A failure leaves one without payments at the provider. */
export async function dropCustomer({ payments, log }: Services, id: string): Promise<void> {
  await payments.deleteCustomer(id).catch((err: unknown) => log.warn({ err }, 'a customer without a team was left'))
}

/** Stores the card of a token with the provider, and its description here. Throws the 422 of a refused card. */
export async function storeCard(
  services: Services,
  db: Db,
  customer: CustomerRow,
  token: string,
): Promise<CustomerRow> {
  const owner = customer.team_id === null ? { user: customer.user_id ?? 0 } : { team: customer.team_id }
  const attach = (id: string) => attachCard(services, { customer: id, token, enteredBy: owner })
  let provider_id = customer.provider_id
  const card = await attach(provider_id).catch(async (error: unknown) => {
    if (!(error instanceof CustomerUnknown)) throw error
    provider_id = await createAnew(services, db, owner, provider_id)
    return attach(provider_id)
  })
  const changes = { ...cardColumns(card), provider_id, updated_at: services.now() }
  await updateCustomer(db, customer.id, changes)
  return { ...customer, ...changes }
}

/** Creates the customer again that the provider no longer knows. Repeated calls create one. */
async function createAnew({ payments, log }: Services, db: Db, owner: Owner, lost: string): Promise<string> {
  log.warn({ owner, lost }, 'the payment provider does not know a customer, who is created again')
  return payments.createCustomer({ ...(await identityOf(db, owner)), instead: lost })
}

/** Who a customer is, for the provider. */
async function identityOf(db: Db, owner: Owner) {
  const payer = await payerOf(db, owner)
  return { reference: referenceOf(owner), name: payer?.name ?? '', email: payer?.recipients[0]?.email ?? '' }
}

/** A card's columns; null for none. */
export function cardColumns(card: Card | null) {
  return {
    card_id: card?.id ?? null,
    card_brand: card?.brand ?? null,
    card_last4: card?.last4 ?? null,
    card_exp_month: card?.expMonth ?? null,
    card_exp_year: card?.expYear ?? null,
  }
}

/** The card of a customer in words; null without one. */
export function cardName({ card_brand, card_last4 }: CustomerRow): string | null {
  return card_brand === null ? null : cardText(card_brand, card_last4 ?? '')
}
