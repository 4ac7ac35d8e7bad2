import { Link, useLocation } from 'react-router'
import type { Site } from '../../../api/pages/site.ts'
import { usersContracts } from '../../../api/users/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { wantedPath } from '../../data/return-path.ts'
import { useApi, useSite } from '../../data/session-context.tsx'
import { NewPasswordField } from '../../features/new-password/new-password-field.tsx'
import { storeToast } from '../../frame/stored-toast.ts'
import styles from './auth-layout.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { UsernameField } from './username-field.tsx'

/** The text in place of the form, where sign-up is not open. */
const refusals = {
  invitation: {
    title: 'Sign-up is by invitation',
    lead: 'Accounts here are for people who have been invited. The mail with your invitation has a link that creates yours.',
    next: 'No invitation yet? Ask the people who run this instance.',
  },
  closed: {
    title: 'Sign-up is closed',
    lead: 'No new accounts can be created here at the moment. Public decks are open to everyone.',
    next: 'Questions? Write to the people who run this instance.',
  },
} as const

function NoSignUp({ mode, search }: { mode: 'invitation' | 'closed'; search: string }) {
  const { title, lead, next } = refusals[mode]
  const foot = (
    <>
      <p>
        Already have an account? <Link to={`/users/sign_in${search}`}>Sign in</Link>
      </p>
      <p>
        Just looking? <Link to="/explore">Explore decks</Link>
      </p>
    </>
  )
  return (
    <AuthLayout title={title} lead={lead} foot={foot}>
      <p className={styles.next}>{next}</p>
      <p>
        <ButtonLink to="/contact" variant="primary" size="l" wide>
          Contact us
        </ButtonLink>
      </p>
    </AuthLayout>
  )
}

/** The fields of a new account. The first operator's has the set-up code. */
function AccountFields({ site, busy }: { site: Site; busy: boolean }) {
  return (
    <>
      {site.setup && (
        <TextField
          name="setup_code"
          label="Set-up code"
          required
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={100}
          hint="The server printed it to its log when it started."
        />
      )}
      <UsernameField prefix={`${new URL(site.baseUrl).host}/`} />
      <TextField
        name="email"
        type="email"
        label="E-mail"
        required
        autoComplete="email"
        maxLength={limits.account.email}
      />
      <NewPasswordField label="Password" />
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        Sign up
      </Button>
    </>
  )
}

/** Creates an account and signs in; says so where accounts are by invitation or closed. */
export function SignUpPage() {
  const api = useApi()
  const site = useSite()
  const { search } = useLocation()
  if (site.signUp !== 'open' && !site.setup) return <NoSignUp mode={site.signUp} search={search} />
  const signUp = async (values: Record<string, string>) => {
    const { username = '', email = '', password = '', setup_code } = values
    try {
      await api.call(usersContracts.signUp, { body: { user: { username, email, password, setup_code } } })
    } catch (error) {
      return formFailure(error)
    }
    storeToast(`Welcome to ${site.name}, ${username}`)
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
  const [title, lead] = site.setup
    ? [
        'Set up this server',
        'The first account is its operator’s. Sign-up is closed for everyone else until it exists.',
      ]
    : ['Sign up', 'Your first deck is a minute away.']
  return (
    <AuthLayout title={title} lead={lead} foot={foot}>
      <Form onSubmit={signUp}>{({ busy }) => <AccountFields site={site} busy={busy} />}</Form>
    </AuthLayout>
  )
}
