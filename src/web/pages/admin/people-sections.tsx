import { MoreHorizontal } from 'lucide-react'
import { adminContracts } from '../../../api/admin/contract.ts'
import { absoluteProfileUrl, profileUrl } from '../../../rules/deck-url.ts'
import { limits } from '../../../rules/limits.ts'
import { planNames, plans } from '../../../rules/plans.ts'
import { teamRoleNames } from '../../../rules/team-roles.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useApi, useSite, useViewer } from '../../data/session-context.tsx'
import styles from './admin.module.css'
import { Address, type Column, DataTable, ListPages } from './data-table.tsx'
import { FilterForm, ListFilter } from './filter-form.tsx'
import type { RowOf, SectionData } from './load-admin.ts'
import { Mark } from './mark.tsx'
import { useAdminAction } from './use-admin-action.ts'

type User = RowOf<'users'>
type Team = RowOf<'teams'>

/** An instance without billing shows no plans. */
function withoutPlans<R>(columns: readonly Column<R>[], billing: boolean): readonly Column<R>[] {
  return billing ? columns : columns.filter(({ label }) => label !== 'Plan')
}

const userColumns: readonly Column<User>[] = [
  {
    label: 'User',
    cell: (user) => (
      <>
        <a href={profileUrl(user.username)}>{user.username}</a> {user.operator && <Mark>Operator</Mark>}{' '}
        {user.suspended_at && <Mark isBad>Suspended</Mark>}
        <span className={styles.sub}>{user.name}</span>
        {user.suspension_reason && <span className={styles.sub}>{user.suspension_reason}</span>}
      </>
    ),
  },
  { label: 'E-mail', cell: (user) => <Address value={user.email} />, isAddress: true },
  {
    label: 'Plan',
    cell: (user) => (
      <>
        {planNames[user.plan]} {user.manual_plan && <Mark>By hand</Mark>}
      </>
    ),
  },
  {
    label: 'Team',
    cell: ({ team }) =>
      team ? (
        <>
          {team.slug}
          <span className={styles.sub}>{teamRoleNames[team.role ?? 'member']}</span>
        </>
      ) : (
        '–'
      ),
    isShort: true,
  },
  { label: 'Decks', cell: (user) => user.decks, isNumber: true },
  { label: 'Since', cell: (user) => <Moment time={user.created_at} form="absolute" /> },
]

/** The entries of a user's menu. */
function useUserEntries() {
  const api = useApi()
  const viewer = useViewer()
  const { billing } = useSite()
  const { withReason } = useAdminAction()
  return ({ id, username, suspended_at, operator, demo, manual_plan }: User): MenuEntry[] => {
    const params = { id: String(id) }
    const givePlan = (plan: User['manual_plan'], label: string): MenuEntry => ({
      label,
      checked: plan === manual_plan,
      onSelect: () =>
        void withReason(
          {
            title: plan === null ? `Take back the plan of ${username}?` : `Give ${username} the plan ${label}?`,
            action: 'Change the plan',
          },
          ({ reason }) => api.call(adminContracts.changeUserPlan, { params, body: { change: { plan, reason } } }),
          `The plan of ${username} is changed`,
        ),
    })
    const plansByHand = {
      label: 'Plan by hand',
      entries: [...plans.map((plan) => givePlan(plan, planNames[plan])), givePlan(null, 'None')],
    }
    if (id === viewer?.id) return billing ? [plansByHand] : []
    const suspension: MenuEntry = suspended_at
      ? {
          label: 'Restore',
          onSelect: () =>
            void withReason(
              { title: `Restore ${username}?`, action: 'Restore' },
              (change) => api.call(adminContracts.restoreUser, { params, body: { change } }),
              `${username} can sign in again`,
            ),
        }
      : {
          label: 'Suspend',
          dangerous: true,
          onSelect: () =>
            void withReason(
              {
                title: `Suspend ${username}?`,
                text: 'All sessions end at once. The reason is shown at the next sign-in.',
                action: 'Suspend',
                dangerous: true,
              },
              (change) => api.call(adminContracts.suspendUser, { params, body: { change } }),
              `${username} is suspended`,
            ),
        }
    const rights: MenuEntry = {
      label: operator ? 'End operator rights' : 'Make operator',
      onSelect: () =>
        void withReason(
          {
            title: operator ? `End the operator rights of ${username}?` : `Make ${username} an operator?`,
            text: operator ? 'This console is then closed to them.' : 'Operators can do everything that you see here.',
            action: operator ? 'End rights' : 'Make operator',
          },
          ({ reason }) =>
            api.call(adminContracts.changeOperator, { params, body: { change: { operator: !operator, reason } } }),
          operator ? `${username} is no operator any more` : `${username} is an operator`,
        ),
    }
    return [...(billing ? [plansByHand] : []), ...(demo || (suspended_at && !operator) ? [] : [rights]), suspension]
  }
}

/** Users: search, plan by hand, operator rights, suspension. */
export function UsersSection({ list, query }: { list: SectionData<'users'>; query: string }) {
  const entriesOf = useUserEntries()
  const { billing } = useSite()
  return (
    <>
      <ListFilter
        query={query}
        label="Name, e-mail or id"
        shows={[
          { value: 'suspended', label: 'Suspended' },
          { value: 'operators', label: 'Operators' },
          ...(billing ? [{ value: 'manual', label: 'With a plan by hand' }] : []),
        ]}
      />
      <DataTable
        label="Users"
        columns={withoutPlans(userColumns, billing)}
        rows={list.results}
        empty="No user matches."
        actions={(user) => {
          const entries = entriesOf(user)
          if (entries.length === 0) return null
          const trigger = (
            <IconButton label={`Actions for ${user.username}`} icon={<MoreHorizontal />} tooltip={false} />
          )
          return <Menu align="end" trigger={trigger} groups={[{ entries }]} />
        }}
      />
      <ListPages list={list} query={query} />
    </>
  )
}

/** The plan and the scripts of a team; each change asks for a reason. */
function useTeamActions() {
  const api = useApi()
  const { withReason } = useAdminAction()
  const changePlan = ({ id, slug, manually_upgraded: isUpgraded }: Team) =>
    void withReason(
      {
        title: isUpgraded ? `End the upgrade of ${slug}?` : `Upgrade ${slug} by hand?`,
        text: isUpgraded ? 'The plan then follows the team’s subscription.' : 'The team has its plan without paying.',
        action: isUpgraded ? 'End the upgrade' : 'Upgrade',
      },
      ({ reason }) =>
        api.call(adminContracts.changeTeamPlan, {
          params: { id: String(id) },
          body: { change: { upgraded: !isUpgraded, reason } },
        }),
      `The plan of ${slug} is changed`,
    )
  const changeScripts = ({ id, slug, scripts_stopped_by: by }: Team) => {
    const stopped = by !== 'operator'
    void withReason(
      {
        title: stopped ? `Stop the scripts of ${slug}?` : `Let the scripts of ${slug} run?`,
        text: stopped
          ? 'Scripts of the team’s themes run in no deck from the next view on. The team can not switch them on.'
          : 'Scripts of the team’s themes run where this instance allows it.',
        action: stopped ? 'Stop scripts' : 'Let them run',
      },
      ({ reason }) =>
        api.call(adminContracts.changeTeamScripts, {
          params: { id: String(id) },
          body: { change: { stopped, reason } },
        }),
      stopped ? `The scripts of ${slug} are stopped` : `The scripts of ${slug} run again`,
    )
  }
  return { changePlan, changeScripts }
}

interface TeamMenuProps extends ReturnType<typeof useTeamActions> {
  readonly team: Team
  readonly billing: boolean
}

function TeamMenu({ team, billing, changePlan, changeScripts }: TeamMenuProps) {
  const plan = {
    label: team.manually_upgraded ? 'End the upgrade' : 'Upgrade by hand',
    onSelect: () => changePlan(team),
  }
  const scripts = {
    label: team.scripts_stopped_by === 'operator' ? 'Let scripts run' : 'Stop scripts',
    onSelect: () => changeScripts(team),
  }
  const trigger = <IconButton label={`Actions for ${team.slug}`} icon={<MoreHorizontal />} tooltip={false} />
  return <Menu align="end" trigger={trigger} groups={[{ entries: billing ? [plan, scripts] : [scripts] }]} />
}

/** Teams: search, upgrade by hand, stop scripts. */
export function TeamsSection({ list, query }: { list: SectionData<'teams'>; query: string }) {
  const { baseUrl, billing } = useSite()
  const columns: readonly Column<Team>[] = [
    {
      label: 'Team',
      cell: ({ slug, name }) => (
        <>
          <a href={new URL(absoluteProfileUrl(baseUrl, { username: '', teamSlug: slug })).origin}>{slug}</a>
          <span className={styles.sub}>{name}</span>
        </>
      ),
    },
    {
      label: 'Plan',
      cell: (team) => (
        <>
          {planNames[team.plan]} {team.manually_upgraded && <Mark>By hand</Mark>}{' '}
          {team.closed_at && <Mark>Closed</Mark>} {team.scripts_stopped_by && <Mark>Scripts stopped</Mark>}
        </>
      ),
      isShort: true,
    },
    { label: 'Members', cell: ({ members }) => members, isNumber: true },
    { label: 'Decks', cell: ({ decks }) => decks, isNumber: true },
    { label: 'Since', cell: ({ created_at }) => <Moment time={created_at} form="absolute" /> },
  ]
  const actions = useTeamActions()
  return (
    <>
      <FilterForm query={query}>
        <TextField
          name="search"
          label="Name or address"
          defaultValue={new URLSearchParams(query).get('search') ?? ''}
          maxLength={limits.admin.search}
        />
      </FilterForm>
      <DataTable
        label="Teams"
        columns={withoutPlans(columns, billing)}
        rows={list.results}
        empty={query === '' ? 'There is no team yet.' : 'No team matches.'}
        actions={(team) => (team.closed_at ? null : <TeamMenu team={team} {...actions} billing={billing} />)}
      />
      <ListPages list={list} query={query} />
    </>
  )
}
