import { createContext, useContext, useState } from 'react'
import { useLoaderData } from 'react-router'
import { failureText } from '../../../api/api-error.ts'
import { passwordResetsContracts } from '../../../api/password-resets/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { useForm } from '../../../ui/form/form-context.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { useApi } from '../../data/session-context.tsx'
import type { loadAccount } from './load-account.ts'
import styles from './row-list.module.css'

/** Props of OwnPasswordField. */
export interface OwnPasswordFieldProps {
  name?: 'current_password' | 'password'
  label?: string
}

/** For accounts that were created by single sign-on: their password is random, and a mailed link sets one. */
function SetByMail() {
  const api = useApi()
  const { account } = useLoaderData<typeof loadAccount>()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await api.call(passwordResetsContracts.requestReset, { body: { user: { email: account.email } } })
      showSuccess(`A link to set your password is on its way to ${account.email}`)
    } catch (error) {
      showError(failureText(error))
    }
    setBusy(false)
  }
  return (
    <div className={styles.noPassword}>
      <p className={styles.facts}>No password yet, since you sign in by single sign-on? A link in a mail sets one.</p>
      <Button size="s" busy={isBusy} onClick={() => void send()}>
        Mail me the link
      </Button>
    </div>
  )
}

/** The field of the current password. People with an identity for single sign-on are offered a link to set one. */
export function OwnPasswordField({ name = 'current_password', label = 'Your password' }: OwnPasswordFieldProps) {
  const { identities } = useLoaderData<typeof loadAccount>()
  return (
    <>
      <TextField name={name} label={label} secret required autoComplete="current-password" />
      {identities.results.length > 0 && <SetByMail />}
    </>
  )
}

/** Whether two-step sign-in is on, as far as the page knows. */
export const SecondStepContext = createContext(false)

/** The field of a code of the authenticator app, or of a recovery code. */
export function OwnCodeField() {
  return (
    <TextField
      name="code"
      label="Code"
      required
      autoComplete="one-time-code"
      hint="Of your authenticator app, or a recovery code."
    />
  )
}

/** The fields that prove the owner for another way into the account: the password and, with two-step sign-in, a code. */
export function OwnerProofFields({ name }: Pick<OwnPasswordFieldProps, 'name'>) {
  const isOn = useContext(SecondStepContext)
  // It was switched on elsewhere since this page was loaded, and the server asks for the code.
  const isAsked = useForm()?.serverErrors.code !== undefined
  const [wasAsked, setAsked] = useState(false)
  if (isAsked && !wasAsked) setAsked(true)
  return (
    <>
      <OwnPasswordField name={name} />
      {(isOn || wasAsked) && <OwnCodeField />}
    </>
  )
}
