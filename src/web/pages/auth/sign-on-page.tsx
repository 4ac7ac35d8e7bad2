import { Link, useLocation } from 'react-router'
import { beginSignOnPath, signOnProblem } from '../../../rules/sign-on.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { wantedPath } from '../../data/return-path.ts'
import { useSite, useViewer } from '../../data/session-context.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { signOnQuery, teamIn } from './sign-on-query.ts'

/** Asks for the team or the address to sign on with, and says why a sign-on did not succeed. */
export function SignOnPage() {
  const { signOn, baseUrl } = useSite()
  const viewer = useViewer()
  const query = new URLSearchParams(useLocation().search)
  const problem = signOnProblem(query.get('problem'))
  const back = wantedPath(query, baseUrl)
  const begin = (team: string) => {
    window.location.assign(`${beginSignOnPath}${signOnQuery(team, query)}`)
    // The form stays busy until the browser has left.
    return new Promise<null>(() => {})
  }
  const foot = (
    <p>
      {viewer ? (
        <>
          Signed in as {viewer.username}.{' '}
          <Link to="/users/edit#single-sign-on">Link single sign-on to this account</Link>
        </>
      ) : (
        <Link to={`/users/sign_in${back === '/' ? '' : `?return_to=${encodeURIComponent(back)}`}`}>
          Sign in with a password
        </Link>
      )}
    </p>
  )
  return (
    <AuthLayout
      title="Single sign-on"
      lead={problem ? <span role="alert">{problem}</span> : 'Sign in with the account of your organization.'}
      foot={foot}
    >
      <Form onSubmit={({ team = '' }) => begin(team)}>
        {({ busy }) => (
          <>
            <TextField
              name="team"
              label="Team or e-mail"
              hint="The first part of your team’s address here, or your e-mail address there."
              required
              defaultValue={query.get('team') ?? teamIn(back) ?? ''}
              maxLength={255}
              autoComplete="email"
              autoCapitalize="none"
            />
            <Button type="submit" variant="primary" size="l" wide busy={busy}>
              Go on
            </Button>
            {signOn && (
              <ButtonLink to={`${beginSignOnPath}${signOnQuery('', query)}`} reloadDocument size="l" wide>
                Sign in without a team
              </ButtonLink>
            )}
          </>
        )}
      </Form>
    </AuthLayout>
  )
}
