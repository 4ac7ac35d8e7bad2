import { Fragment } from 'react'
import { Link } from 'react-router'
import { limits } from '../../../../rules/limits.ts'
import { teamRoles } from '../../../../rules/permissions.ts'
import { subscriptionTerms } from '../../../../rules/subscriptions.ts'
import { teamCost } from '../../../../rules/team-cost.ts'
import { teamRoleNames, teamRoleTexts } from '../../../../rules/team-roles.ts'
import type { ArticleSection } from '../../../../ui/article.tsx'
import { useSite } from '../../../data/session-context.tsx'
import styles from '../help.module.css'
import { HelpPicture } from '../help-picture.tsx'
import picture from '../pictures/teams.webp'

function Found() {
  const { baseUrl, billing } = useSite()
  return (
    <>
      <p>
        <Link to="/teams/new">Found a team</Link>: give it a name and an address, such as{' '}
        <code>acme.{new URL(baseUrl).host}</code>. You are its first owner.
      </p>
      {billing && (
        <p>
          The first {subscriptionTerms.trial} days are free. Then each active member costs {teamCost('yearly')}, or{' '}
          {teamCost('monthly')}. Canceled in the trial, a team ends at once and nothing is charged. An account and a
          card have one trial: the next team is paid when it is founded.
        </p>
      )}
    </>
  )
}

function Seats() {
  const { billing } = useSite()
  return (
    <>
      <p>
        <strong>Deactivate</strong> signs a member out of the team everywhere.
        {billing && ' A deactivated member is not charged.'} The decks stay where they are, and{' '}
        <strong>Reactivate</strong> brings the member back.
      </p>
      <p>
        <strong>Delete</strong> ends the membership and asks what becomes of the member's team decks: you get them, or
        they go to the trash. The account stays, with all its personal decks. A team always has an owner: the last one
        makes somebody else an owner, or closes the team first.
      </p>
      <p>
        A member who <strong>deletes the account</strong> leaves the team's decks to the team: the owner of longest
        standing gets them, with their collaborators, links and pictures. Old links to them keep working.
      </p>
      <p>
        An invitation is valid as long as its sender may invite. If an admin leaves, is deactivated or becomes a member,
        the list <strong>Invited</strong> says that the link stopped: send it again in your own name.
      </p>
    </>
  )
}

function Close() {
  const { billing } = useSite()
  return (
    <>
      <p>
        Any owner can close the team under <strong>Team settings</strong>, at the end of the page, by typing its name.
        Decks become personal decks of their owners and internal ones private; decks of deactivated and former members
        go to the owner who closes the team. Its media library and templates are deleted, and pictures in decks go on
        showing.
      </p>
      <p>
        Old links to decks and profiles keep working, and the address stays taken. Every member gets a mail.
        {billing &&
          ' The subscription ends at once, without anything paid back; whoever closed the team keeps the receipts.'}
      </p>
    </>
  )
}

function SingleSignOn() {
  const { billing } = useSite()
  return (
    <>
      <p>
        With an OpenID provider, such as Keycloak, Okta or Google Workspace, members sign in with the accounts of your
        organization. Under <strong>Team settings</strong>, <strong>Single sign-on</strong>, copy the redirect URI to
        the provider, and enter its issuer, the client id and the client secret.
      </p>
      <p>
        Then add the domain of your addresses, and prove that it is yours by a DNS record or a mail. People with
        addresses there join the team at their first sign-on{billing && ', and each counts as a user that is paid for'}.
        The provider must say that it has verified the address.
      </p>
      <p>
        A member with an account signs in to it once with the password, and links the provider under{' '}
        <Link to="/users/edit#single-sign-on">Settings</Link>. With <strong>Require single sign-on</strong>, all but
        owners sign in to the team by the provider alone, and the API tokens of all but owners do not open it.
      </p>
    </>
  )
}

export const teams: readonly ArticleSection[] = [
  { id: 'found', title: 'Found a team', content: <Found /> },
  {
    id: 'invite',
    title: 'Invite people',
    content: (
      <p>
        Under <strong>Team members</strong> in the menu, by e-mail. Who has an account signs in and joins with it; who
        has none gets one. An invitation is open for {limits.invitation.days} days. Send it again or withdraw it in the
        list <strong>Invited</strong>. A user is in one team only.
      </p>
    ),
  },
  {
    id: 'single-sign-on',
    title: 'Single sign-on',
    content: <SingleSignOn />,
  },
  {
    id: 'roles',
    title: 'Roles',
    content: (
      <dl className={styles.terms}>
        {teamRoles.map((role) => (
          <Fragment key={role}>
            <dt>{teamRoleNames[role]}</dt>
            <dd>{teamRoleTexts[role]}.</dd>
          </Fragment>
        ))}
      </dl>
    ),
  },
  {
    id: 'decks',
    title: 'Team decks and personal decks',
    content: (
      <>
        <p>
          A deck that you make as a member belongs to the team and lives at its address. Set it to{' '}
          <strong>Internal</strong>, and every member can open it and finds it by the search on the team's page. A
          private deck stays private: owners and admins do not see it.
        </p>
        <HelpPicture src={picture} alt="A team’s home: the search at the top, and the decks of a member below" />
        <p>
          Decks from before you joined are personal. They stay at the main address, and nobody in the team sees them.
          Leaving the team, you keep them.
        </p>
      </>
    ),
  },
  { id: 'leave', title: 'Somebody leaves', content: <Seats /> },
  {
    id: 'settings',
    title: 'Settings',
    content: (
      <p>
        Under <strong>Team settings</strong> owners and admins change the name, the logo and the address, and decide
        whether decks may be public. After a change of address old links keep working: they lead to the new one, from
        the last three addresses of the team. The address can be changed five times a day.
      </p>
    ),
  },
  { id: 'close', title: 'Close the team', content: <Close /> },
]
