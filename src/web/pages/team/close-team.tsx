import { useState } from 'react'
import { teamsContracts } from '../../../api/teams/contract.ts'
import { limits } from '../../../rules/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { useApi, useSite, useViewer } from '../../data/session-context.tsx'
import styles from './close-team.module.css'
import type { OwnTeam } from './load-members.ts'

/** What closing a team does, in the order in which it matters. */
function Effects({ team, billing }: { team: OwnTeam; billing: boolean }) {
  return (
    <ul className={styles.effects}>
      <li>Every member leaves the team. Accounts stay, and each member gets a mail.</li>
      <li>
        Decks become personal decks of their owners, at the main address. Internal decks become private. Decks of
        deactivated and former members become yours.
      </li>
      <li>Old links to decks and profiles keep working. Everything else at {new URL(team.url).host} is gone.</li>
      <li>The address stays taken: nobody can found a team there again.</li>
      <li>
        The team’s media library, templates, logo and single sign-on are deleted. Pictures in decks go on showing.
      </li>
      {billing && !team.manually_upgraded && (
        <li>
          The subscription ends at once. Nothing more is charged, and nothing is paid back. You find the receipts under
          Billing in your account.
        </li>
      )}
    </ul>
  )
}

/** Closes the team for good, confirmed by its name. For owners. */
export function CloseTeam({ team }: { team: OwnTeam }) {
  const api = useApi()
  const viewer = useViewer()
  const { baseUrl, billing } = useSite()
  const [open, setOpen] = useState(false)
  const close = async ({ name = '' }: Record<string, string>) => {
    try {
      await api.call(teamsContracts.close, { body: { team: { name } } })
    } catch (error) {
      return formFailure(error)
    }
    window.location.assign(`${baseUrl}/${viewer?.username ?? ''}`)
    // Stays busy until the browser has left for the user's decks.
    return new Promise<null>(() => undefined)
  }
  return (
    <div className={styles.section}>
      <p>Ends the team for everybody in it. Any owner can do this, and nobody can undo it.</p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Close this team
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Close ${team.name}?`}
        description="This happens at once and for good:"
        cancel="Keep the team"
        action="Close for good"
        danger
        onSubmit={close}
      >
        <Effects team={team} billing={billing} />
        <TextField
          name="name"
          label="Type the team’s name to confirm"
          hint={team.name}
          required
          maxLength={limits.team.name}
          autoComplete="off"
          autoCapitalize="none"
        />
      </FormDialog>
    </div>
  )
}
