import { useState } from 'react'
import { displayName } from '../../../api/pages/viewer.ts'
import { teamUsersContracts } from '../../../api/team-users/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { type TeamRole, teamRoles } from '../../../rules/permissions.ts'
import { teamCost } from '../../../rules/team-cost.ts'
import { teamRoleNames, teamRoleTexts } from '../../../rules/team-roles.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { showSuccess } from '../../../ui/toast/toast-store.ts'
import { formFailure } from '../../data/form-failure.ts'
import { useRefresh } from '../../data/refresh.ts'
import { useApi, useSite } from '../../data/session-context.tsx'
import styles from './invite-form.module.css'
import type { OwnTeam } from './load-members.ts'

/** Props of InviteForm. */
export interface InviteFormProps {
  team: OwnTeam
  /** The role of the manager who invites. */
  role: TeamRole
}

/** What each new member costs; nothing where nobody pays. */
function Cost({ team }: Pick<InviteFormProps, 'team'>) {
  const { billing } = useSite()
  if (!billing || team.manually_upgraded) return null
  return (
    <p className={styles.cost}>
      Each person who accepts costs <strong>{teamCost(team.account_billing_period)}</strong>. An open invitation costs
      nothing.
    </p>
  )
}

/** Adds a person to the team by e-mail. */
export function InviteForm({ team, role: own }: InviteFormProps) {
  const api = useApi()
  const refresh = useRefresh()
  const [role, setRole] = useState<TeamRole>('member')
  const invite = async ({ email = '' }: Record<string, string>, form: HTMLFormElement) => {
    try {
      const { user } = await api.call(teamUsersContracts.create, { body: { user: { email, role } } })
      showSuccess(user ? `${displayName(user)} is active again` : `An invitation is on its way to ${email}`)
    } catch (error) {
      return formFailure(error)
    }
    form.reset()
    setRole('member')
    void refresh()
    return null
  }
  const offered = teamRoles.filter((one) => one !== 'owner' || own === 'owner').toReversed()
  return (
    <section className={styles.invite} aria-labelledby="invite">
      <h2 id="invite">Invite somebody</h2>
      <Form onSubmit={invite} className={styles.form}>
        {({ busy }) => (
          <>
            <TextField
              name="email"
              type="email"
              label="E-mail"
              required
              autoComplete="off"
              maxLength={limits.account.email}
            />
            <SelectField
              name="role"
              label="Role"
              value={role}
              onChange={(event) => setRole(event.target.value as TeamRole)}
              options={offered.map((value) => ({ value, label: teamRoleNames[value] }))}
            />
            <div className={styles.send}>
              <Button type="submit" variant="primary" busy={busy}>
                Send invitation
              </Button>
            </div>
          </>
        )}
      </Form>
      <p className={styles.role}>
        {teamRoleNames[role]}: {teamRoleTexts[role].toLowerCase()}.
      </p>
      <Cost team={team} />
    </section>
  )
}
