import { useLoaderData, useRevalidator } from 'react-router'
import { usersContracts } from '../../../api/users/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { showSuccess } from '../../../ui/toast/toast-store.ts'
import { renewSession } from '../../data/renew-session.ts'
import { saveFailure } from '../../data/save-failure.ts'
import { useApi } from '../../data/session-context.tsx'
import { NewPasswordField } from '../../features/new-password/new-password-field.tsx'
import type { Account, loadAccount } from './load-account.ts'
import { OwnPasswordField } from './own-password-field.tsx'
import styles from './row-list.module.css'

/** Changes the password. This ends all other sessions, and the page gets the new session's CSRF token. */
export function PasswordForm({ account }: { account: Account }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { tokens } = useLoaderData<typeof loadAccount>()
  const change = async (values: Record<string, string>, form: HTMLFormElement) => {
    const { current_password, password, end_api_tokens } = values
    const tokensToo = end_api_tokens === undefined ? {} : { end_api_tokens: true }
    try {
      await api.call(usersContracts.change, { body: { user: { current_password, password, ...tokensToo } } })
      await renewSession(api)
    } catch (error) {
      return saveFailure(error)
    }
    showSuccess('Your new password is set, and you are signed out everywhere else')
    form.reset()
    void revalidate()
    return null
  }
  return (
    <Form onSubmit={change}>
      {({ busy }) => (
        <>
          {/* Password managers need the username. */}
          <input type="hidden" name="username" autoComplete="username" value={account.username} readOnly />
          <OwnPasswordField label="Current password" />
          <NewPasswordField label="New password" />
          <p className={styles.facts}>Changing it signs you out everywhere else. Passkeys and single sign-on stay.</p>
          {tokens.length > 0 && (
            <Switch
              name="end_api_tokens"
              label="Delete my API tokens, too"
              hint="Otherwise programs that have one go on acting as you."
            />
          )}
          <div>
            <Button type="submit" busy={busy}>
              Change the password
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
