import { accountMessages } from '../../rules/account-messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { invalid } from '../../server/http/http-error.ts'
import { type Card, type CardFailure, CardRefused } from '../../server/payments/payments.ts'
import type { Services } from '../../server/services.ts'
import { type Owner, ownerColumns } from '../owner.ts'
import { type CustomerRow, customerOf, insertCustomer, updateCustomer } from './queries.ts'

/** Who pays, in words: on receipts, in mails, and for the payment provider. */
export interface Payer {
  readonly name: string
  /** Who gets the mails about payment. */
  readonly recipients: readonly { readonly name: string; readonly email: string }[]
  readonly address: string | null
  /** Whether a plan was given by hand, so that nothing is charged. */
  readonly manuallyUpgraded: boolean
}

/** The payer that an owner is: a user, or a team with its owners. Null if it is gone. */
export async function payerOf(db: Db, owner: Owner): Promise<Payer | null> {
  const people = db.selectFrom('users').select(['name', 'username', 'email', 'manually_upgraded'])
  if ('user' in owner) {
    const user = await people.where('id', '=', owner.user).executeTakeFirst()
    if (!user) return null
    const name = user.name ?? user.username
    const recipients = [{ name, email: user.email }]
    return { name, recipients, address: null, manuallyUpgraded: user.manually_upgraded }
  }
  const team = await db
    .selectFrom('teams')
    .select(['name', 'billing_address', 'manually_upgraded'])
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
    manuallyUpgraded: team.manually_upgraded,
  }
}

/** 'user:7', as the payment provider sees it. */
export function referenceOf(owner: Owner): string {
  return 'user' in owner ? `user:${owner.user}` : `team:${owner.team}`
}

/** The 422 of a refused card. */
export function cardError(failure: CardFailure): Error {
  return invalid('token', accountMessages.billing.card[failure])
}

/** The owner's customer with the present provider; created at the first need. */
export async function ensureCustomer(services: Services, db: Db, owner: Owner): Promise<CustomerRow> {
  const { payments } = services
  if (payments.provider === 'off') throw new Error('Billing is off')
  const known = await customerOf(db, owner)
  if (known?.provider === payments.provider) return known
  const payer = await payerOf(db, owner)
  const reference = referenceOf(owner)
  const email = payer?.recipients[0]?.email ?? ''
  const provider_id = await payments.createCustomer({ reference, name: payer?.name ?? '', email })
  const now = services.now()
  const row = { ...ownerColumns(owner), provider: payments.provider, provider_id, created_at: now, updated_at: now }
  // Of two parallel requests the first one's is used; the reference makes the provider create one only.
  if (!known) return (await insertCustomer(db, row)) ?? ensureCustomer(services, db, owner)
  // The cards of another provider are no use to this one.
  const noCard = { card_id: null, card_brand: null, card_last4: null, card_exp_month: null, card_exp_year: null }
  const changes = { provider: payments.provider, provider_id, updated_at: now, ...noCard }
  await updateCustomer(db, known.id, changes)
  return { ...known, ...changes }
}

/** Stores the card of a token with the provider, and its description here. Throws the 422 of a refused card. */
export async function storeCard(
  services: Services,
  db: Db,
  customer: CustomerRow,
  token: string,
): Promise<CustomerRow> {
  const card = await services.payments.attachCard(customer.provider_id, token).catch((error: unknown) => {
    throw error instanceof CardRefused ? cardError(error.failure) : error
  })
  const changes = { ...cardColumns(card), updated_at: services.now() }
  await updateCustomer(db, customer.id, changes)
  return { ...customer, ...changes }
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

/** 'Visa 4242', as receipts show it. */
export function cardName({ card_brand, card_last4 }: CustomerRow): string | null {
  if (card_brand === null) return null
  return `${card_brand[0]?.toUpperCase()}${card_brand.slice(1)} ${card_last4}`
}
