import { randomBytes } from 'node:crypto'
import { promises as dns } from 'node:dns'
import { domainToASCII } from 'node:url'
import { messages } from '../../rules/messages.ts'
import { proofRecord } from '../../rules/sign-on.ts'
import { invalid } from '../../server/http/http-error.ts'
import { composeMail, siteName } from '../../server/mail/compose-mail.ts'
import type { Mail } from '../../server/services.ts'
import type { TeamDomainRow } from './queries.ts'

/** How long the code in a mail to a domain is valid, in ms. */
export const mailCodeLife = 24 * 60 * 60 * 1000
/** Time limit of the DNS lookup, in ms. */
const lookupLimit = 5_000

/** A domain in lower case and ASCII, as it is compared. Throws 422 for one that cannot be a host name. */
export function domainForm(domain: string): string {
  const ascii = domainToASCII(domain.trim().replace(/^@/, ''))
  if (!/^[a-z\d-]+(\.[a-z\d-]+)+$/.test(ascii) || /^[\d.]+$/.test(ascii)) throw invalid('domain', messages.form.domain)
  return ascii
}

/** The domain of an e-mail address, in the same form; '' without one. */
export function domainOf(email: string): string {
  return domainToASCII(email.slice(email.lastIndexOf('@') + 1))
}

/** A new random value for the proof of a domain. */
export function proofToken(): string {
  return randomBytes(16).toString('hex')
}

/** Whether DNS has the record that proves a domain. False also without an answer. */
export async function hasProofRecord({
  domain,
  proof_token,
}: Pick<TeamDomainRow, 'domain' | 'proof_token'>): Promise<boolean> {
  const { name, value } = proofRecord(domain, proof_token)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string[][]>((done) => {
    timer = setTimeout(() => done([]), lookupLimit)
  })
  const records = await Promise.race([dns.resolveTxt(name).catch(() => []), late])
  clearTimeout(timer)
  // A long record comes in parts.
  return records.some((parts) => parts.join('').trim() === value)
}

/** Composes the mail with the code that proves a domain. */
export function domainCodeMail(proof: { mailbox: string; domain: string; team: string; code: string }): Mail {
  return composeMail({
    to: `${proof.mailbox}@${proof.domain}`,
    subject: `A code that proves ${proof.domain}`,
    paragraphs: [
      'Hello,',
      `The team ${proof.team} on ${siteName} wants to let people with addresses at ${proof.domain} sign in. If that is right, pass this code on to a manager of the team:`,
      proof.code,
    ],
    note: 'The code is good for one day. If you do not know this team, do not pass it on; then nothing happens.',
  })
}
