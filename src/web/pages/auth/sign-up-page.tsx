import { Link, useLocation } from 'react-router'
import { usersContracts } from '../../../api/users/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { product } from '../../../rules/product.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { wantedPath } from '../../data/return-path.ts'
import { useApi, useSite } from '../../data/session-context.tsx'
import { storeToast } from '../../frame/stored-toast.ts'
import { AuthLayout } from './auth-layout.tsx'
import { UsernameField } from './username-field.tsx'

/** Creates an account and signs in. */
export function SignUpPage() {
  const api = useApi()
  const site = useSite()
  const { search } = useLocation()
  const signUp = async (values: Record<string, string>) => {
    const { username = '', email = '', password = '' } = values
    try {
      await api.call(usersContracts.signUp, { body: { user: { username, email, password } } })
    } catch (error) {
      return formFailure(error)
    }
    storeToast(`Welcome to ${product.name}, ${username}`)
    window.location.assign(wantedPath(new URLSearchParams(search), window.location.origin))
    return null
  }
  const foot = (
    <>
      <p>
        Already have an account? <Link to={`/users/sign_in${search}`}>Sign in</Link>
      </p>
      <p>
        By signing up you agree to the <Link to="/terms">terms</Link> and the <Link to="/privacy">privacy</Link> page.
      </p>
    </>
  )
  return (
    <AuthLayout title="Sign up" lead="Your first deck is a minute away." foot={foot}>
      <Form onSubmit={signUp}>
        {({ busy }) => (
          <>
            <UsernameField prefix={`${new URL(site.baseUrl).host}/`} />
            <TextField
              name="email"
              type="email"
              label="E-mail"
              required
              autoComplete="email"
              maxLength={limits.account.email}
            />
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
