import { useState } from 'react'
import { useLoaderData, useNavigation } from 'react-router'
import { counted } from '../../../rules/counted.ts'
import { teamCost, teamTotal } from '../../../rules/team-cost.ts'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyNotice } from '../../../ui/notice.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { TabLinks } from '../../../ui/tab-links.tsx'
import { useSite } from '../../data/session-context.tsx'
import { NoSuchPage } from '../../features/deck-card/no-such-page.tsx'
import results from '../../features/url-search/results.module.css'
import { SearchField } from '../../features/url-search/search-field.tsx'
import { DeleteMember } from './delete-member.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { type loadMembers, type MembersData, memberLists, membersPath } from './load-members.ts'
import { MemberRow } from './member-row.tsx'
import styles from './members-page.module.css'
import { useMembers } from './use-members.ts'

/** What all active members cost together; nothing where nobody pays. */
function Seats({ team, active }: Pick<MembersData, 'team' | 'active'>) {
  const { billing } = useSite()
  const period = team.account_billing_period
  if (!billing || team.manually_upgraded) return null
  return (
    <dl className={styles.seats}>
      <dt>{teamCost(period)}</dt>
      <dd>{teamTotal(period, active.active)}</dd>
      <dd className={styles.more}>
        <PageLink to="/account/billing">Billing details</PageLink>
      </dd>
    </dl>
  )
}

/** Shown instead of an empty list. */
function Nothing({ data }: { data: MembersData }) {
  const { list, term, page } = data
  const { billing } = useSite()
  if (page > 1) return <NoSuchPage page={page} first={membersPath({ list, term, page: 1 })} />
  if (term !== '') {
    return <EmptyNotice title={`Nobody found for “${term}”`}>Names, usernames and e-mails are searched.</EmptyNotice>
  }
  if (list === 'invitations') {
    return <EmptyNotice title="No open invitations">Whom you invite waits here until they accept.</EmptyNotice>
  }
  return (
    <EmptyNotice title="Nobody is deactivated">
      A deactivated member is signed out of the team{billing && ' and not charged'}. Their decks stay, and they can come
      back.
    </EmptyNotice>
  )
}

function Members({ data }: { data: MembersData }) {
  const { viewer, list, term, page, active, deactivated } = data
  const shown = list === 'members' ? active : deactivated
  const { members, actions, deleting, closeDialog, remove } = useMembers(shown)
  return (
    <>
      {members.length === 0 ? (
        <Nothing data={data} />
      ) : (
        <ul className={styles.list} aria-label={list === 'members' ? 'Members' : 'Deactivated members'}>
          {members.map((member) => (
            <MemberRow key={member.id} member={member} viewer={viewer} owners={active.owners} actions={actions} />
          ))}
        </ul>
      )}
      <Pagination
        label="Pages of members"
        page={page}
        pages={Math.ceil(shown.total / shown.per_page)}
        to={(to) => membersPath({ list, term, page: to })}
      />
      <DeleteMember member={deleting} own={deleting?.id === viewer.id} onClose={closeDialog} onDelete={remove} />
    </>
  )
}

function Invitations({ data }: { data: MembersData }) {
  const { invitations, page } = data
  if (invitations.results.length === 0) return <Nothing data={data} />
  return (
    <>
      <InvitationList invitations={invitations.results} />
      <Pagination
        label="Pages of invitations"
        page={page}
        pages={Math.ceil(invitations.total / invitations.per_page)}
        to={(to) => membersPath({ list: 'invitations', term: '', page: to })}
      />
    </>
  )
}

/** The members of the team, for its managers: roles, invitations, and the end of memberships. */
export function MembersPage() {
  const data = useLoaderData<typeof loadMembers>()
  const { state, location } = useNavigation()
  const [waiting, setWaiting] = useState(false)
  const { viewer, team, list, term, active, deactivated, invitations } = data
  const busy = waiting || (state === 'loading' && location.pathname === '/edit_members')
  const counts = { members: active.active, deactivated: deactivated.total, invitations: invitations.total }
  const names = { members: 'Members', deactivated: 'Deactivated', invitations: 'Invited' }
  const tabs = memberLists.map((name) => ({
    to: membersPath({ list: name, term: name === 'invitations' ? '' : term, page: 1 }),
    label: names[name],
    count: counts[name],
    current: name === list,
  }))
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div>
          <h1>Members</h1>
          <p className={styles.lead}>Everybody in {team.name}, and those who are invited.</p>
        </div>
        <Seats team={team} active={active} />
      </header>
      <InviteForm team={team} role={viewer.role} />
      <TabLinks label="Members" tabs={tabs} />
      {list !== 'invitations' && (
        <SearchField
          key={list}
          term={term}
          label="Search members"
          placeholder="Name, username or e-mail"
          action="/edit_members"
          path={(text) => membersPath({ list, term: text, page: 1 })}
          kept={list === 'members' ? {} : { list }}
          onWaiting={setWaiting}
        />
      )}
      <p className="spoken-only" role="status">
        {busy && 'Searching…'}
        {!busy && term !== '' && counted((list === 'members' ? active : deactivated).total, 'person', 'people')}
      </p>
      <h2 className="spoken-only">{names[list]}</h2>
      <div className={classNames(results.results, busy && results.old)} aria-busy={busy || undefined}>
        {list === 'invitations' ? <Invitations data={data} /> : <Members key={list} data={data} />}
      </div>
    </div>
  )
}
