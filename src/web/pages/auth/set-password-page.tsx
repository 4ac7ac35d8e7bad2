import { useState } from 'react'
import { Link, useLoaderData, useSearchParams } from 'react-router'
import { passwordResetsContracts } from '../../../api/password-resets/contract.ts'
import { messages } from '../../../rules/messages.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { useApi } from '../../data/session-context.tsx'
import { NewPasswordField } from '../../features/new-password/new-password-field.tsx'
import { storeToast } from '../../frame/stored-toast.ts'
import { AuthLayout } from './auth-layout.tsx'
import type { loadReset } from './load-link.ts'
import { SecondStepForm } from './second-step-form.tsx'

/** Sets a new password with the token of a mailed link, and signs in. */
export function SetPasswordPage() {
  const api = useApi()
  const { valid } = useLoaderData<typeof loadReset>()
  const [query] = useSearchParams()
  const [needsCode, setNeedsCode] = useState(false)
  const token = query.get('reset_password_token') ?? ''
  const foot = (
    <p>
      <Link to="/users/password/new">Ask for a new link</Link>
    </p>
  )
  const goOn = (path: string) => {
    storeToast('Your new password is set')
    window.location.assign(path)
  }
  const set = async (values: Record<string, string>) => {
    try {
      const done = await api.call(passwordResetsContracts.set, {
        body: { user: { reset_password_token: token, password: values.password ?? '' } },
      })
      if ('second_step' in done) {
        setNeedsCode(true)
        return null
      }
    } catch (error) {
      const failure = formFailure(error)
      const { reset_password_token: tokenError, ...fields } = failure.fields ?? {}
      return { fields, message: tokenError ?? failure.message }
    }
    goOn('/')
    return null
  }
  if (needsCode) {
    return (
      <AuthLayout title="Two-step sign-in" lead="Your new password is set. Signing in asks for your code.">
        <SecondStepForm onDone={() => goOn('/')} onBeginAgain={() => goOn('/users/sign_in')} />
      </AuthLayout>
    )
  }
  if (!valid) {
    return (
      <AuthLayout title="This link has ended" lead={`${messages.session.resetInvalid}.`}>
        <p>
          <ButtonLink to="/users/password/new" variant="primary" size="l" wide>
            Ask for a new link
          </ButtonLink>
        </p>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      title="A new password"
      lead="When it is set, you are signed out everywhere else, and all your API tokens are deleted."
      foot={foot}
    >
      <Form onSubmit={set}>
        {({ busy }) => (
          <>
            <NewPasswordField label="New password" />
            <Button type="submit" variant="primary" size="l" wide busy={busy}>
              Set the password
            </Button>
          </>
        )}
      </Form>
    </AuthLayout>
  )
}
