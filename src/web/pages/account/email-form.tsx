import { useRef, useState } from 'react'
import { failureText, isApiError } from '../../../api/api-error.ts'
import { emailChangesContracts as contracts } from '../../../api/email-changes/contract.ts'
import { usersContracts } from '../../../api/users/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { genericError } from '../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useFocusFallback } from '../../../ui/take-focus.ts'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { saveFailure } from '../../data/save-failure.ts'
import { useApi } from '../../data/session-context.tsx'
import type { Account, EmailChange } from './load-account.ts'
import { OwnPasswordField } from './own-password-field.tsx'
import styles from './row-list.module.css'

interface PendingEmailProps {
  readonly pending: EmailChange
  /** Null: canceled. */
  onChange(pending: EmailChange | null): void
}

/** A new address that waits for its confirmation, with buttons to send the mail again and to cancel. */
function PendingEmail({ pending, onChange }: PendingEmailProps) {
  const api = useApi()
  const [isBusy, setBusy] = useState(false)
  const run = async (call: () => Promise<EmailChange | null>, text: string) => {
    setBusy(true)
    try {
      onChange(await call())
      showSuccess(text)
    } catch (error) {
      showError(isApiError(error) ? failureText(error) : genericError())
    } finally {
      setBusy(false)
    }
  }
  const resend = async () => (await api.call(contracts.resend)).email_change
  const cancel = async () => {
    await api.call(contracts.cancel)
    return null
  }
  return (
    <ul className={styles.list}>
      <li className={styles.row}>
        <div>
          <p className={styles.name}>
            {pending.email}
            <span className={styles.mark}>Waits for its confirmation</span>
          </p>
          <p className={styles.facts}>
            Open the link in the mail that we sent there. It works until{' '}
            <Moment time={pending.expires_at} form="absolute" />; till then your present address stays.
          </p>
        </div>
        <div className={styles.actions}>
          <Button size="s" disabled={isBusy} onClick={() => void run(resend, 'Another mail is on its way')}>
            Send again
          </Button>
          <Button
            size="s"
            variant="quiet"
            disabled={isBusy}
            onClick={() => void run(cancel, 'Your address stays as it is')}
          >
            Cancel the change
          </Button>
        </div>
      </li>
    </ul>
  )
}

/** The e-mail address. A new one needs the password, and the link that is sent to it. */
export function EmailForm({ account, pending: first }: { account: Account; pending: EmailChange | null }) {
  const api = useApi()
  const [pending, setPending] = useState(first)
  const [email, setEmail] = useState(account.email)
  const section = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(section)
  const changePending = (next: EmailChange | null) => {
    setPending(next)
    keepFocus()
  }
  const isNew = email.trim().toLowerCase() !== account.email
  const save = async ({ current_password, ...fields }: Record<string, string>, form: HTMLFormElement) => {
    if (!isNew) return null
    try {
      await api.call(usersContracts.change, { body: { user: { email: fields.email, current_password } } })
      setPending((await api.call(contracts.read)).email_change)
      setEmail(account.email)
      form.reset()
      // The button that had the focus is disabled for the present address.
      form.querySelector<HTMLInputElement>('[name="email"]')?.focus()
      showSuccess('A mail with a link is on its way to your new address')
    } catch (error) {
      return saveFailure(error)
    }
    return null
  }
  return (
    <div ref={section} tabIndex={-1} className={styles.forms}>
      {pending && <PendingEmail pending={pending} onChange={changePending} />}
      <Form onSubmit={save}>
        {({ busy }) => (
          <>
            <TextField
              name="email"
              type="email"
              label="E-mail"
              required
              defaultValue={account.email}
              maxLength={limits.account.email}
              autoComplete="email"
              hint="A new address counts once you open the link that we send to it."
              onChange={setEmail}
            />
            {isNew && <OwnPasswordField label="Your password, to change the e-mail" />}
            <div>
              <Button type="submit" busy={busy} disabled={!isNew}>
                Change the e-mail
              </Button>
            </div>
          </>
        )}
      </Form>
    </div>
  )
}
