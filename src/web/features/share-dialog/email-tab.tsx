import { MailCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import type { SharedDeck, Sharer } from '../../../api/deck-pages/shared-deck.ts'
import { deckSharesContracts } from '../../../api/deck-shares/contract.ts'
import { newUuid } from '../../../document/ids.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { splitRecipients } from '../../../rules/recipients.ts'
import { timings } from '../../../rules/timings.ts'
import { validateEmail, validateSenderName } from '../../../rules/validators.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, type FormFailure } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { EmptyNotice } from '../../../ui/notice.tsx'
import styles from './share-dialog.module.css'

/** Props of EmailTab. */
export interface EmailTabProps {
  api: ApiClient
  deck: SharedDeck
  sharer: Sharer | null
  /** The access link in the mail; null: the deck's own URL. */
  linkId: number | null
  /** The view that the mail's link opens. */
  view: 'show' | 'live'
}

function checkRecipients(text: string): string | null {
  const addresses = splitRecipients(text)
  if (addresses.length === 0) return messages.form.required
  return addresses.map(validateEmail).find((wrong) => wrong !== null) ?? null
}

function failureOf(error: unknown): FormFailure {
  if (!isApiError(error)) return { message: messages.sharing.emailFailed }
  if (error.status === 422 && Object.keys(error.fields).length > 0) return { fields: error.fields }
  return { message: error.status === 429 && error.isUserMessage ? error.message : messages.sharing.emailFailed }
}

type EmailFormProps = Omit<EmailTabProps, 'sharer'> & { sharer: Sharer; onSent: (people: number) => void }

function EmailForm({ api, deck, sharer, linkId, view, onSent }: EmailFormProps) {
  // An idempotency key per mail: a retry after a lost response must not send it twice. A changed mail gets a new key.
  const lastAttempt = useRef({ mail: '', saveId: '' })
  const send = async ({ from = '', emails = '', body = '' }: Record<string, string>): Promise<FormFailure | null> => {
    const addresses = splitRecipients(emails)
    const fields = {
      emails: addresses.join(','),
      from,
      body,
      access_token_id: linkId,
      ...(view === 'live' ? { view } : {}),
    }
    const mail = JSON.stringify(fields)
    if (mail !== lastAttempt.current.mail) lastAttempt.current = { mail, saveId: newUuid() }
    const share = { ...fields, save_id: lastAttempt.current.saveId }
    try {
      await api.call(deckSharesContracts.create, { params: { id: String(deck.id) }, body: { deck_share: share } })
    } catch (error) {
      return failureOf(error)
    }
    onSent(addresses.length)
    return null
  }
  return (
    <Form onSubmit={send} className={styles.email}>
      {({ busy }) => (
        <>
          <TextField
            name="from"
            label="From"
            required
            validate={validateSenderName}
            defaultValue={sharer.name ?? sharer.username}
            maxLength={limits.shareEmail.from}
            autoComplete="name"
          />
          <TextField
            name="emails"
            label="To"
            required
            hint="E-mail addresses, separated by commas."
            validate={checkRecipients}
            maxLength={limits.shareEmail.to}
            autoComplete="off"
            inputMode="email"
          />
          <TextField name="body" label="Message" required rows={4} maxLength={limits.shareEmail.message} />
          <div className={styles.emailActions}>
            <Button type="submit" variant="primary" busy={busy}>
              Send
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}

/** A form that e-mails the deck. For signed-in users only. */
export function EmailTab({ sharer, deck, ...rest }: EmailTabProps) {
  const [sentTo, setSentTo] = useState<number | null>(null)
  useEffect(() => {
    if (sentTo === null) return
    const timer = setTimeout(() => setSentTo(null), timings.shareEmailSuccess)
    return () => clearTimeout(timer)
  }, [sentTo])
  if (!sharer) {
    const back = encodeURIComponent(window.location.pathname + window.location.search)
    return (
      <EmptyNotice title="Sign in to share by e-mail">
        <a href={`/users/sign_in?return_to=${back}`}>Sign in</a> to mail this deck to people.
      </EmptyNotice>
    )
  }
  // A guest's mail would contain the deck's URL, not the private link, and recipients could not open it.
  if (deck.token !== null && deck.visibility !== 'all') {
    return (
      <EmptyNotice title="Only the owner can mail this deck">Copy the link instead, and send it yourself.</EmptyNotice>
    )
  }
  if (sentTo !== null) {
    return (
      <div role="status">
        <EmptyNotice picture={<MailCheck size={32} aria-hidden />} title="Your e-mail is on its way">
          {sentTo === 1 ? 'One person' : `${sentTo} people`} will find this deck in their inbox.
        </EmptyNotice>
      </div>
    )
  }
  return <EmailForm {...rest} {...{ deck, sharer }} onSent={setSentTo} />
}
