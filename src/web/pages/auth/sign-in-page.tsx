import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { offersSignUp } from '../../../api/pages/site.ts'
import { sessionsContracts } from '../../../api/sessions/contract.ts'
import { codeStep } from '../../../rules/sign-on.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { useApi, useSite } from '../../data/session-context.tsx'
import styles from './auth-layout.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SecondStepForm } from './second-step-form.tsx'
import { signedInTarget, signOnLink } from './sign-on-query.ts'

/**
 * Signs in by e-mail or username, and returns to the wanted page. After a team's sign-on only the code of the second
 * step is asked for.
 */
export function SignInPage() {
  const api = useApi()
  const site = useSite()
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const [needsCode, setNeedsCode] = useState(query.has(codeStep))
  const [ended, setEnded] = useState('')
  // Loads a new page, which has the new session's CSRF token.
  const goOn = () => window.location.assign(signedInTarget(query, window.location.origin))
  const signIn = async (values: Record<string, string>) => {
    try {
      const done = await api.call(sessionsContracts.signIn, {
        body: { user: { login: values.login ?? '', password: values.password ?? '' } },
      })
      if ('second_step' in done) {
        setNeedsCode(true)
        return null
      }
    } catch (error) {
      return formFailure(error)
    }
    goOn()
    return null
  }
  const signOn = signOnLink(search, site)
  const foot = (
    <>
      <p>
        <Link to="/users/password/new">Forgot your password?</Link>
      </p>
      {offersSignUp(site) && (
        <p>
          New here? <Link to={`/users/sign_up${search}`}>Sign up</Link>
        </p>
      )}
    </>
  )
  if (needsCode) {
    const beginAgain = (message: string) => {
      setEnded(message)
      setNeedsCode(false)
      // A reload must not ask for the code again, and a password leads to the wanted page alone.
      if (!query.has(codeStep)) return
      query.delete(codeStep)
      query.delete('team')
      void navigate({ search: query.toString() }, { replace: true })
    }
    return (
      <AuthLayout title="Two-step sign-in">
        <SecondStepForm onDone={goOn} onBeginAgain={beginAgain} />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title="Sign in" lead={ended && <span role="alert">{ended}</span>} foot={foot}>
      <Form onSubmit={signIn}>
        {({ busy }) => (
          <>
            <TextField
              name="login"
              label="E-mail or username"
              required
              takesFocus={ended !== ''}
              autoComplete="username webauthn"
              autoCapitalize="none"
            />
            <TextField name="password" label="Password" secret required autoComplete="current-password" />
            <Button type="submit" variant="primary" size="l" wide busy={busy}>
              Sign in
            </Button>
          </>
        )}
      </Form>
      <PasskeySignIn onDone={goOn} />
      <p className={styles.other}>
        <ButtonLink to={signOn.to} reloadDocument={signOn.isDirect} size="l" wide icon={<Building2 />}>
          Sign in with single sign-on
        </ButtonLink>
      </p>
    </AuthLayout>
  )
}
