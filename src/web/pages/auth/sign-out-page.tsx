import { displayName } from '../../../api/pages/viewer.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useViewer } from '../../data/session-context.tsx'
import { useSignOut } from '../../frame/use-sign-out.ts'
import { AuthLayout } from './auth-layout.tsx'

/** Signs out by a button: a link must not sign the user out. */
export function SignOutPage() {
  const viewer = useViewer()
  const signOut = useSignOut()
  if (!viewer) {
    return (
      <AuthLayout title="You are signed out" lead="See you soon.">
        <p>
          <ButtonLink to="/users/sign_in" variant="primary" size="l" wide>
            Sign in
          </ButtonLink>
        </p>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title="Sign out" lead={`You are signed in as ${displayName(viewer)}.`}>
      <p>
        <Button variant="primary" size="l" wide onClick={signOut}>
          Sign out
        </Button>
      </p>
    </AuthLayout>
  )
}
