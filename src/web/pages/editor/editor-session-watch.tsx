import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import type { EditingEnd } from '../../../api/status/contract.ts'
import { statusContracts } from '../../../api/status/contract.ts'
import { messages } from '../../../rules/messages.ts'
import { useStore } from '../../../ui/store.ts'
import { renewCsrfToken } from '../../data/browser-transport.ts'
import { type SessionEnd, SessionWatch } from '../../frame/session-watch.tsx'
import { EditingEndedDialog } from './editing-ended-dialog.tsx'
import type { EditorSession } from './editor-session.ts'

/** Whether a call was refused since the team of this host was closed. */
function isTeamClosed(error: unknown): boolean {
  return isApiError(error) && (error.body as { team_closed?: unknown } | undefined)?.team_closed === true
}

/** A former member who is still a collaborator gets a session on the team's host from the deck's page. */
function stillCollaborator(teamName: string | null): SessionEnd {
  return {
    title: messages.session.membershipEnded,
    description: `You are no longer an active member of ${teamName}, which signed you out there, but you still edit this deck as a collaborator. Open it in a new tab, then come back: everything here waits for you.`,
    action: 'Open the deck in a new tab',
    href: window.location.pathname,
  }
}

/** Asks the server whether this page may continue saving, and what has ended if it may not. */
function useCheck({ api, saver, data: { viewer, editing } }: EditorSession) {
  const [ended, setEnded] = useState<EditingEnd | 'team-closed' | null>(null)
  const check = useCallback(async () => {
    try {
      const status = await api.call(statusContracts.read, { query: { editing: editing.token } })
      const isOwn = status.user_id === viewer.id
      // Another user signed in: they must neither save nor see this user's changes.
      const end = isOwn || status.user_id === null ? status.editing_ended : null
      setEnded(end)
      if (end === 'membership' || end === 'access') return true
      if (!isOwn) return false
      renewCsrfToken(status.csrf_token)
      saver.resume()
      return true
    } catch (error) {
      if (!isTeamClosed(error)) throw error
      setEnded('team-closed')
      return true
    }
  }, [api, saver, viewer.id, editing.token])
  return { ended, check }
}

/**
 * Watches the session. After it expired, changes stay in the journal, and saving resumes once the user signed in again.
 * After the membership, the access to the deck, or the team ended, nothing can be saved, and the deck can be downloaded.
 */
export function EditorSessionWatch({ session }: { session: EditorSession }) {
  const { saver, data } = session
  const { ended, check } = useCheck(session)
  // Selects only this value: the saver's state changes with every typed key. A save without access is refused as
  // invalid, and so is one in a session that was begun after the membership ended.
  const doubtful = useSyncExternalStore(saver.subscribe, () => ['signed-out', 'invalid'].includes(saver.state().kind))
  // A team's host that was closed refuses sockets without a reason.
  const isLost = useStore(session.isLost)
  const isOver = ended !== null && ended !== 'membership-only'
  useEffect(() => {
    session.stream.isOver = isOver
    if (isOver) session.stream.end?.()
  }, [isOver, session])
  const sessionEnd = ended === 'membership-only' ? stillCollaborator(data.editing.teamName) : undefined
  return (
    <>
      <SessionWatch check={check} doubtful={doubtful || isLost} end={sessionEnd} />
      <EditingEndedDialog ended={isOver ? ended : null} session={session} />
    </>
  )
}
