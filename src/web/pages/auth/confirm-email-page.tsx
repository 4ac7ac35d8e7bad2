import { useLoaderData, useSearchParams } from 'react-router'
import { emailChangesContracts } from '../../../api/email-changes/contract.ts'
import { accountMessages } from '../../../rules/account-messages.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { useApi, useViewer } from '../../data/session-context.tsx'
import { storeToast } from '../../frame/stored-toast.ts'
import { AuthLayout } from './auth-layout.tsx'
import type { loadEmailLink } from './load-link.ts'

/**
 * Confirms a new e-mail address. By a button, since mail programs open links on their own to look for dangerous ones.
 */
export function ConfirmEmailPage() {
  const api = useApi()
  const viewer = useViewer()
  const link = useLoaderData<typeof loadEmailLink>()
  const [query] = useSearchParams()
  const confirm = async () => {
    try {
      const user = { email_token: query.get('email_token') ?? '' }
      await api.call(emailChangesContracts.confirm, { body: { user } })
    } catch (error) {
      const { fields, message } = formFailure(error)
      return { message: fields?.email_token ?? message }
    }
    storeToast('Your new e-mail address is set')
    window.location.assign(viewer ? '/users/edit#email' : '/users/sign_in')
    return null
  }
  if (!link) {
    return (
      <AuthLayout title="This link has ended" lead={`${accountMessages.emailChange.ended}.`}>
        <p>
          <ButtonLink to="/users/edit#email" variant="primary" size="l" wide>
            Open your settings
          </ButtonLink>
        </p>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      title="Confirm your e-mail"
      lead={`${link.email} becomes the address of your account. You are signed out everywhere but where you asked for it.`}
    >
      <Form onSubmit={confirm}>
        {({ busy }) => (
          <Button type="submit" variant="primary" size="l" wide busy={busy}>
            Confirm the address
          </Button>
        )}
      </Form>
    </AuthLayout>
  )
}
