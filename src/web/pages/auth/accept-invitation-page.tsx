import { useLoaderData, useSearchParams } from 'react-router'
import { invitationsContracts } from '../../../api/invitations/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { useApi, useSite } from '../../data/session-context.tsx'
import { storeToast } from '../../frame/stored-toast.ts'
import { AuthLayout } from './auth-layout.tsx'
import type { loadInvitation } from './load-link.ts'
import { UsernameField } from './username-field.tsx'

/** Accepts an invitation, which determines the e-mail address. */
export function AcceptInvitationPage() {
  const api = useApi()
  const site = useSite()
  const invitation = useLoaderData<typeof loadInvitation>()
  const [query] = useSearchParams()
  if (!invitation) {
    return (
      <AuthLayout title="This invitation has ended" lead={`${messages.session.invitationInvalid}.`}>
        <p>
          {site.signUp === 'open' ? (
            <ButtonLink to="/users/sign_up" variant="primary" size="l" wide>
              Sign up without it
            </ButtonLink>
          ) : (
            <ButtonLink to="/contact" variant="primary" size="l" wide>
              Contact us
            </ButtonLink>
          )}
        </p>
      </AuthLayout>
    )
  }
  const accept = async ({ username = '', name = '', password = '' }: Record<string, string>) => {
    const invitation_token = query.get('invitation_token') ?? ''
    try {
      await api.call(invitationsContracts.accept, { body: { user: { invitation_token, username, name, password } } })
    } catch (error) {
      return formFailure(error)
    }
    storeToast(`Welcome to ${site.name}, ${username}`)
    window.location.assign('/')
    return null
  }
  const by = invitation.invited_by ? `${invitation.invited_by} invites you. ` : ''
  return (
    <AuthLayout title={`Join ${site.name}`} lead={`${by}Your account will be for ${invitation.email}.`}>
      <Form onSubmit={accept}>
        {({ busy }) => (
          <>
            <UsernameField />
            <TextField name="name" label="Name" optional autoComplete="name" maxLength={limits.account.name} />
            <TextField
              name="password"
              type="password"
              label="Password"
              required
              autoComplete="new-password"
              hint={`At least ${limits.account.passwordMin} characters; longer is better.`}
            />
            <Button type="submit" variant="primary" size="l" wide busy={busy}>
              Sign up
            </Button>
          </>
        )}
      </Form>
    </AuthLayout>
  )
}
