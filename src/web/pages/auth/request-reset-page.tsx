import { useState } from 'react'
import { Link } from 'react-router'
import { passwordResetsContracts } from '../../../api/password-resets/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { takeFocus } from '../../../ui/take-focus.ts'
import { formFailure } from '../../data/form-failure.ts'
import { useApi } from '../../data/session-context.tsx'
import { AuthLayout } from './auth-layout.tsx'

/** Requests a link to reset the password. The answer does not reveal whether the e-mail address has an account. */
export function RequestResetPage() {
  const api = useApi()
  const [sent, setSent] = useState<string | null>(null)
  const requestLink = async (values: Record<string, string>) => {
    try {
      const { message } = await api.call(passwordResetsContracts.requestReset, {
        body: { user: { email: values.email ?? '' } },
      })
      setSent(message)
    } catch (error) {
      return formFailure(error)
    }
    return null
  }
  const foot = (
    <p>
      Remembered it? <Link to="/users/sign_in">Sign in</Link>
    </p>
  )
  if (sent) {
    return (
      <AuthLayout title="Look into your mail" foot={foot}>
        <p role="status" tabIndex={-1} ref={takeFocus}>
          {sent}.
        </p>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title="A new password" lead="Tell us your e-mail address, and we send you a link." foot={foot}>
      <Form onSubmit={requestLink}>
        {({ busy }) => (
          <>
            <TextField
              name="email"
              type="email"
              label="E-mail"
              required
              autoComplete="email"
              maxLength={limits.account.email}
            />
            <Button type="submit" variant="primary" size="l" wide busy={busy}>
              Send the link
            </Button>
          </>
        )}
      </Form>
    </AuthLayout>
  )
}
