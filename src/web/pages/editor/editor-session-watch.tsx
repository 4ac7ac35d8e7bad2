import { useCallback, useState, useSyncExternalStore } from 'react'
import { statusContracts } from '../../../api/status/contract.ts'
import { renewCsrfToken } from '../../data/browser-transport.ts'
import { SessionWatch } from '../../frame/session-watch.tsx'
import type { EditorSession } from './editor-session.ts'
import { MembershipEndedDialog } from './membership-ended-dialog.tsx'

/**
 * Watches the session. After it expired, changes stay in the journal, and saving resumes once the user signed in again.
 * After the user's membership of the deck's team ended, nothing can be saved, and the deck can be downloaded.
 */
export function EditorSessionWatch({ session }: { session: EditorSession }) {
  const { api, saver, data } = session
  const [hasEnded, setEnded] = useState(false)
  // Selects only this value: the saver's state changes with every typed key. A save in a session that was begun after
  // the membership ended is refused as invalid.
  const doubtful = useSyncExternalStore(saver.subscribe, () => ['signed-out', 'invalid'].includes(saver.state().kind))
  const { viewer, membership } = data
  const check = useCallback(async () => {
    const query = membership ? { member: membership.token } : {}
    const { user_id, csrf_token, membership_ended } = await api.call(statusContracts.read, { query })
    const isOther = user_id !== null && user_id !== viewer.id
    const ended = membership_ended && !isOther
    setEnded(ended)
    if (ended) return true
    // Another user signed in: they must neither save nor see this user's changes.
    if (user_id !== viewer.id) return false
    renewCsrfToken(csrf_token)
    saver.resume()
    return true
  }, [api, saver, viewer.id, membership])
  return (
    <>
      <SessionWatch check={check} doubtful={doubtful} />
      {membership && <MembershipEndedDialog open={hasEnded} teamName={membership.teamName} session={session} />}
    </>
  )
}
