import { type ReactNode, useState } from 'react'
import { Link, useLoaderData, useLocation, useSearchParams } from 'react-router'
import { failureText } from '../../../api/api-error.ts'
import { invitationsContracts } from '../../../api/invitations/contract.ts'
import { displayName } from '../../../api/pages/viewer.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import type { CollaboratorRole } from '../../../rules/permissions.ts'
import { signedInUrl } from '../../../rules/signed-in-url.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Form, FormFailure } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { useApi, useSite, useViewer } from '../../data/session-context.tsx'
import { NewPasswordField } from '../../features/new-password/new-password-field.tsx'
import { TeamLogo } from '../../features/team-logo/team-logo.tsx'
import { storeToast } from '../../frame/stored-toast.ts'
import { useSignOut } from '../../frame/use-sign-out.ts'
import styles from './accept-invitation-page.module.css'
import { AuthLayout } from './auth-layout.tsx'
import type { Invitation, loadInvitation } from './load-link.ts'
import { UsernameField } from './username-field.tsx'

/** What an invitation is to: the deck, the team, or the instance. */
function useGoal({ team, deck }: Invitation): string {
  const site = useSite()
  return deck ? `“${deck.title}”` : (team?.name ?? site.name)
}

/** Opens the deck, or the team's home page, with a session there; or the home page. */
function enter({ team, deck }: Invitation): void {
  if (deck) {
    const { origin, pathname } = new URL(deck.url)
    window.location.assign(deck.of_team ? signedInUrl(origin, pathname) : pathname)
  } else window.location.assign(team ? signedInUrl(team.url, '/') : '/')
}

/** What the role in a deck allows, for the page's first lines. */
const roleNotes: Readonly<Record<CollaboratorRole, string>> = {
  viewer: 'to view and comment. ',
  editor: 'to edit and comment. ',
  admin: 'to edit and manage it. ',
}

function Ended() {
  const site = useSite()
  const viewer = useViewer()
  return (
    <AuthLayout title="This invitation has ended" lead={`${messages.session.invitationInvalid}.`}>
      <p>
        {viewer ? (
          <ButtonLink to="/" variant="primary" size="l" wide>
            Go to your decks
          </ButtonLink>
        ) : site.signUp === 'open' ? (
          <ButtonLink to="/users/sign_up" variant="primary" size="l" wide>
            Sign up without it
          </ButtonLink>
        ) : (
          <ButtonLink to="/contact" variant="primary" size="l" wide>
            Contact us
          </ButtonLink>
        )}
      </p>
      {/* Users who have accepted it open the mail again to return. */}
      <p className={styles.hint}>
        {viewer ? (
          'If you have accepted it already, what it led to is there.'
        ) : (
          <>
            If you have accepted it already, <Link to="/users/sign_in">sign in</Link>: you find what it led to on the
            home page.
          </>
        )}
      </p>
    </AuthLayout>
  )
}

/** The page of an invitation: whom it comes from, and the team's logo. */
function InvitedTo(props: { invitation: Invitation; note: ReactNode; children: ReactNode; foot?: ReactNode }) {
  const { invitation, note, children, foot } = props
  const { team, deck, invited_by: inviter } = invitation
  const goal = useGoal(invitation)
  return (
    <AuthLayout
      title={
        <>
          {team && (
            <span className={styles.logo}>
              <TeamLogo name={team.name} logo={team.logo_url} />
            </span>
          )}
          {deck ? goal : `Join ${goal}`}
        </>
      }
      lead={
        <>
          {inviter && `${inviter} invites you${deck ? ` ${roleNotes[deck.role]}` : '. '}`}
          {note}
        </>
      }
      foot={foot}
    >
      {children}
    </AuthLayout>
  )
}

/** Creates an account for the invited address, and joins. */
function WithNewAccount({ invitation, token }: { invitation: Invitation; token: string }) {
  const api = useApi()
  const site = useSite()
  const accept = async ({ username = '', name = '', password = '' }: Record<string, string>) => {
    try {
      await api.call(invitationsContracts.accept, {
        body: { user: { invitation_token: token, username, name, password } },
      })
    } catch (error) {
      return formFailure(error)
    }
    // The team's host has a storage of its own, and its home page names the team.
    if (!invitation.team && !invitation.deck?.of_team) storeToast(`Welcome to ${site.name}, ${username}`)
    enter(invitation)
    return null
  }
  return (
    <InvitedTo invitation={invitation} note={`Your account will be for ${invitation.email}.`}>
      <Form onSubmit={accept}>
        {({ busy }) => (
          <>
            <UsernameField />
            <TextField name="name" label="Name" optional autoComplete="name" maxLength={limits.account.name} />
            <NewPasswordField label="Password" />
            <Button type="submit" variant="primary" size="l" wide busy={busy}>
              {invitation.team || invitation.deck ? 'Sign up and join' : 'Sign up'}
            </Button>
          </>
        )}
      </Form>
    </InvitedTo>
  )
}

/** Sends the owner of the invited address to the sign-in page, which returns here. */
function WithOwnAccount({ invitation }: { invitation: Invitation }) {
  const { pathname, search } = useLocation()
  return (
    <InvitedTo invitation={invitation} note={`There is an account for ${invitation.email}: sign in to join.`}>
      <p className={styles.action}>
        <ButtonLink
          to={`/users/sign_in?${new URLSearchParams({ return_to: pathname + search })}`}
          variant="primary"
          size="l"
          wide
        >
          Sign in
        </ButtonLink>
      </p>
    </InvitedTo>
  )
}

/** Joins with the account that is signed in. */
function SignedIn({ invitation, token }: { invitation: Invitation; token: string }) {
  const api = useApi()
  const viewer = useViewer()
  const goal = useGoal(invitation)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const join = async () => {
    setBusy(true)
    try {
      await api.call(invitationsContracts.join, { body: { user: { invitation_token: token } } })
      enter(invitation)
    } catch (error) {
      setFailure(failureText(error))
      setBusy(false)
    }
  }
  if (!viewer) return null
  return (
    <InvitedTo
      invitation={invitation}
      note={`You are signed in as ${displayName(viewer)}.${invitation.team ? ' Decks you have made so far stay yours alone.' : ''}`}
    >
      <div className={styles.action}>
        <FormFailure text={failure} />
        <Button variant="primary" size="l" wide busy={busy} onClick={() => void join()}>
          {invitation.deck ? 'Open the deck' : `Join ${goal}`}
        </Button>
      </div>
    </InvitedTo>
  )
}

/** For users who are signed in with another address than the invited one. */
function ForSomebodyElse({ invitation }: { invitation: Invitation }) {
  const viewer = useViewer()
  const signOut = useSignOut()
  const goal = useGoal(invitation)
  return (
    <AuthLayout
      title={invitation.deck ? goal : `Join ${goal}`}
      lead={`This invitation is for ${invitation.email}, and you are signed in as ${viewer?.email}.`}
    >
      <div className={styles.action}>
        <Button variant="primary" size="l" wide onClick={signOut}>
          Sign out
        </Button>
        <p className={styles.hint}>Then open the link in the mail again.</p>
      </div>
    </AuthLayout>
  )
}

/** Accepts an invitation, which determines the e-mail address: to the instance, a team or a deck. */
export function AcceptInvitationPage() {
  const invitation = useLoaderData<typeof loadInvitation>()
  const viewer = useViewer()
  const [query] = useSearchParams()
  const token = query.get('invitation_token') ?? ''
  if (!invitation) return <Ended />
  if (!viewer && invitation.has_account) return <WithOwnAccount invitation={invitation} />
  if (!viewer) return <WithNewAccount invitation={invitation} token={token} />
  if (viewer.email !== invitation.email) return <ForSomebodyElse invitation={invitation} />
  return <SignedIn invitation={invitation} token={token} />
}
