import { useState } from 'react'
import { usersContracts } from '../../../api/users/contract.ts'
import { signedInUrl } from '../../../rules/signed-in-url.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { useApi, useSite } from '../../data/session-context.tsx'
import { storeToast } from '../../frame/stored-toast.ts'
import styles from './delete-account.module.css'
import { ExportFirst } from './export-account.tsx'
import type { Account, AccountTeam } from './load-account.ts'
import { OwnPasswordField } from './own-password-field.tsx'

/** For the last owner of a team, who cannot delete the account before the team has another owner or is closed. */
function LastOwner({ team }: { team: AccountTeam }) {
  const transfer = (path: string) => signedInUrl(team.url, path)
  return (
    <>
      <p>
        You are the last owner of <strong>{team.name}</strong>. Before you delete the account, make another member owner
        of the team, or close the team.
      </p>
      <div className={styles.ways}>
        <ButtonLink to={transfer('/edit_members')} reloadDocument>
          Make another member owner
        </ButtonLink>
        <ButtonLink to={transfer('/edit#close')} reloadDocument>
          Close the team first
        </ButtonLink>
      </div>
    </>
  )
}

/** Deletes the account, confirmed by the password. */
export function DeleteAccount({ account, team }: { account: Account; team: AccountTeam | null }) {
  const api = useApi()
  const site = useSite()
  const [open, setOpen] = useState(false)
  const destroy = async ({ password = '' }: Record<string, string>) => {
    try {
      await api.call(usersContracts.destroy, { body: { user: { password } } })
    } catch (error) {
      return formFailure(error)
    }
    storeToast('Your account is deleted')
    window.location.assign('/')
    return null
  }
  return (
    <div className={styles.section}>
      <p>
        All your personal decks, their revisions and your images are deleted with it, at once and for good. Decks that
        you made in a team stay with the team: its owner of longest standing gets them, with their collaborators and
        links. A picture that stands in such a deck, or in somebody else’s, stays there.
      </p>
      {team?.last_owner ? (
        <LastOwner team={team} />
      ) : (
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      )}
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Delete ${account.username}?`}
        description={`Everything you have on ${site.name} goes with it. Nobody can bring it back.`}
        cancel="Keep it"
        action="Delete for good"
        danger
        onSubmit={destroy}
      >
        <ExportFirst />
        <OwnPasswordField name="password" />
      </FormDialog>
    </div>
  )
}
