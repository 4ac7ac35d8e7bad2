import { Mail } from 'lucide-react'
import { useRef } from 'react'
import { failureText } from '../../../api/api-error.ts'
import { teamInvitationsContracts } from '../../../api/team-invitations/contract.ts'
import { teamRoleNames } from '../../../rules/team-roles.ts'
import { Button } from '../../../ui/button.tsx'
import { confirmDialog } from '../../../ui/dialogs/dialog-store.ts'
import { Moment } from '../../../ui/moment.tsx'
import { useFocusFallback } from '../../../ui/take-focus.ts'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { useRefresh } from '../../data/refresh.ts'
import { useApi } from '../../data/session-context.tsx'
import styles from './invitation-list.module.css'
import type { OpenInvitation } from './load-members.ts'

/** Sends an invitation again, or withdraws it. */
function useInvitations(keepFocus: () => void) {
  const api = useApi()
  const refresh = useRefresh()
  const run = async (call: () => Promise<unknown>, success: string) => {
    try {
      await call()
      showSuccess(success)
    } catch (error) {
      return void showError(failureText(error))
    }
    await refresh()
    keepFocus()
  }
  return {
    resend: ({ id, email }: OpenInvitation) =>
      run(
        () => api.call(teamInvitationsContracts.resend, { params: { id } }),
        `A new invitation is on its way to ${email}`,
      ),
    async withdraw({ id, email }: OpenInvitation) {
      const question = {
        title: `Withdraw the invitation to ${email}?`,
        text: 'The link in the mail stops working at once. You can invite them again.',
        action: 'Withdraw',
        dangerous: true,
      }
      if (!(await confirmDialog(question))) return
      await run(
        () => api.call(teamInvitationsContracts.withdraw, { params: { id } }),
        `The invitation to ${email} is withdrawn`,
      )
    },
  }
}

/** Until when the link works, or why it does not. */
function Validity({ invitation }: { invitation: OpenInvitation }) {
  if (invitation.sender_gone) {
    return (
      <p className={styles.expired}>The link does not work: its sender may no longer invite here. Send it again.</p>
    )
  }
  if (invitation.expired) return <p className={styles.expired}>The link has expired: send it again.</p>
  return (
    <p className={styles.facts}>
      Open until <Moment time={invitation.expires_at} form="absolute" />
    </p>
  )
}

/** The open invitations of the team. */
export function InvitationList({ invitations }: { invitations: readonly OpenInvitation[] }) {
  const list = useRef<HTMLUListElement>(null)
  const { resend, withdraw } = useInvitations(useFocusFallback(list))
  return (
    <ul ref={list} tabIndex={-1} className={styles.list} aria-label="Open invitations">
      {invitations.map((invitation) => (
        <li key={invitation.id} className={styles.row}>
          <span className={styles.icon} aria-hidden="true">
            <Mail />
          </span>
          <div className={styles.who}>
            <p className={styles.email}>{invitation.email}</p>
            <p className={styles.facts}>
              {teamRoleNames[invitation.role]}
              {invitation.invited_by && `, invited by ${invitation.invited_by}`} <Moment time={invitation.created_at} />
            </p>
            <Validity invitation={invitation} />
          </div>
          <div className={styles.actions}>
            <Button size="s" aria-label={`Send again to ${invitation.email}`} onClick={() => void resend(invitation)}>
              Send again
            </Button>
            <Button
              size="s"
              variant="quiet"
              aria-label={`Withdraw the invitation to ${invitation.email}`}
              onClick={() => void withdraw(invitation)}
            >
              Withdraw
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
