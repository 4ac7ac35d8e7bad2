import { useCallback, useSyncExternalStore } from 'react'
import { statusContracts } from '../../../api/status/contract.ts'
import { renewCsrfToken } from '../../data/browser-transport.ts'
import { SessionWatch } from '../../frame/session-watch.tsx'
import type { EditorSession } from './editor-session.ts'

/**
 * Watches the session. After it expired, changes stay in the journal, and saving resumes once the user signed in again.
 */
export function EditorSessionWatch({ session }: { session: EditorSession }) {
  const { api, saver, data } = session
  // Selects only this value: the saver's state changes with every typed key.
  const signedOut = useSyncExternalStore(saver.subscribe, () => saver.state().kind === 'signed-out')
  const check = useCallback(async () => {
    const { user_id, csrf_token } = await api.call(statusContracts.read)
    // Another user signed in: they must neither save nor see this user's changes.
    if (user_id !== data.viewer.id) return false
    renewCsrfToken(csrf_token)
    saver.resume()
    return true
  }, [api, saver, data.viewer.id])
  return <SessionWatch check={check} doubtful={signedOut} />
}
