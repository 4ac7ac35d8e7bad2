import { accountMessages } from '../account-messages.ts'

/** The month in which a card expires. */
export interface CardExpiry {
  /** 1 to 12. */
  readonly month: number
  /** With all four digits. */
  readonly year: number
}

/** The most digits of a typed expiry: two of the month, two or four of the year. */
const maxExpiryDigits = 6

/** A typed expiry: 'MM / YY' or 'MM / YYYY'. A year of two digits is one of the current century. Null: not an expiry. */
export function parseExpiry(text: string, now: Date): CardExpiry | null {
  const [, monthText, yearText] = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(text) ?? []
  if (monthText === undefined || yearText === undefined) return null
  const month = Number(monthText)
  if (month < 1 || month > 12) return null
  const century = Math.floor(now.getUTCFullYear() / 100) * 100
  return { month, year: yearText.length === 2 ? century + Number(yearText) : Number(yearText) }
}

/** Whether a card has expired: it is good to the end of its month. In UTC, so that browser and server agree. */
export function isExpired({ month, year }: CardExpiry, now: Date): boolean {
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
  return year * 12 + month < thisMonth
}

/** An expiry: a month that has not passed. */
export function validateExpiry(text: string, now: Date): string | null {
  const expiry = parseExpiry(text, now)
  if (!expiry) return accountMessages.card.expiry
  return isExpired(expiry, now) ? accountMessages.card.expired : null
}

/**
 * An expiry as it is shown while typing: 'MM / YY'. A first digit above 1 gets a leading zero, as does a month that a
 * slash ends ('1/'). While deleting, the separator is not put back, or it could never be deleted.
 */
export function formatExpiry(text: string, isDeleting = false): string {
  const typed = text.replace(/^\s*(\d)\s*\//, '0$1').replace(/\D/g, '')
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, maxExpiryDigits)
  if (digits.length < 2 || (digits.length === 2 && isDeleting)) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

/** When a stored card expires: 'Expires 04 / 35'. */
export function expiryText({ exp_month, exp_year }: { readonly exp_month: number; readonly exp_year: number }): string {
  return `Expires ${String(exp_month).padStart(2, '0')} / ${String(exp_year).slice(-2)}`
}
