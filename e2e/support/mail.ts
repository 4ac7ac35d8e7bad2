import { type APIRequestContext, expect } from '@playwright/test'

interface OutboxMail {
  readonly recipient: string
  readonly subject: string
  readonly text: string
}

/** Mails to an address with these words in their subject, newest first. */
async function mailsTo(request: APIRequestContext, address: string, subject: string): Promise<OutboxMail[]> {
  const answer = await request.get('/dev/mail', { headers: { accept: 'application/json' } })
  const mails = (await answer.json()) as OutboxMail[]
  return mails.filter((mail) => mail.recipient === address && mail.subject.includes(subject))
}

/** Waits for the `count`-th mail to an address, and returns the first link of the newest. */
export async function linkInMail(
  request: APIRequestContext,
  address: string,
  subject: string,
  count = 1,
): Promise<string> {
  let found: OutboxMail[] = []
  await expect(async () => {
    found = await mailsTo(request, address, subject)
    expect(found.length).toBeGreaterThanOrEqual(count)
  }).toPass()
  const link = /https?:\/\/\S+/.exec(found[0]?.text ?? '')?.[0]
  if (!link) throw new Error(`The mail to ${address} has no link`)
  return link
}

/** Waits for a mail to an address, and returns the text of the newest. */
export async function textOfMail(request: APIRequestContext, address: string, subject: string): Promise<string> {
  let found: OutboxMail[] = []
  await expect(async () => {
    found = await mailsTo(request, address, subject)
    expect(found.length).toBeGreaterThan(0)
  }).toPass()
  return found[0]?.text ?? ''
}
