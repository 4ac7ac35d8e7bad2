/** What the sandbox does with a card. `later`: the card is accepted, and every charge of it fails. */
const sandboxOutcomes = ['ok', 'declined', 'expired', 'insufficient', 'later'] as const
export type SandboxOutcome = (typeof sandboxOutcomes)[number]

/** Test numbers of the sandbox; every other valid number succeeds. */
export const sandboxNumbers: Readonly<Record<string, SandboxOutcome>> = {
  '4242424242424242': 'ok',
  '4000000000000002': 'declined',
  '4000000000000069': 'expired',
  '4000000000009995': 'insufficient',
  '4000000000000341': 'later',
}

/** The facts about a card that a sandbox token has. The card's number is not one of them. */
export interface SandboxCard {
  readonly outcome: SandboxOutcome
  /** As in rules/cards: 'visa'. */
  readonly brand: string
  readonly last4: string
  /** 1 to 12 */
  readonly expMonth: number
  /** Four digits. */
  readonly expYear: number
}

const form = /^tok_sandbox_([a-z]+)_([a-z]{2,20})_(\d{4})_(0[1-9]|1[0-2])(20\d\d)$/

/** The token of a card. Made in the browser, so that the number never leaves it. `number`: digits only. */
export function sandboxToken(number: string, card: Pick<SandboxCard, 'brand' | 'expMonth' | 'expYear'>): string {
  const outcome = sandboxNumbers[number] ?? 'ok'
  const expiry = `${String(card.expMonth).padStart(2, '0')}${card.expYear}`
  return `tok_sandbox_${outcome}_${card.brand}_${number.slice(-4)}_${expiry}`
}

/** The card of a token; null if the text is not one. */
export function readSandboxToken(token: string): SandboxCard | null {
  const [, outcome, brand, last4, month, year] = form.exec(token) ?? []
  if (!sandboxOutcomes.includes(outcome as SandboxOutcome) || brand === undefined || last4 === undefined) return null
  return { outcome: outcome as SandboxOutcome, brand, last4, expMonth: Number(month), expYear: Number(year) }
}
