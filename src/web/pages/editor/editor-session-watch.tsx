import { useCallback, useSyncExternalStore } from 'react'
import { statusContracts } from '../../../api/status/contract.ts'
import { renewCsrfToken } from '../../data/browser-transport.ts'
import { SessionWatch } from '../../frame/session-watch.tsx'
import type { EditorSession } from './editor-session.ts'

/** Keeps an eye on the session: when it ends, work is kept here, and goes on being saved once the person is back. */
export function EditorSessionWatch({ session }: { session: EditorSession }) {
  const { api, saver, data } = session
  // That alone: the state also changes with a key that is typed, which draws nothing here.
  const signedOut = useSyncExternalStore(saver.subscribe, () => saver.state().kind === 'signed-out')
  const check = useCallback(async () => {
    const { user_id, csrf_token } = await api.call(statusContracts.read)
    // Somebody else who signed in here must not save, or be shown, this person's work.
    if (user_id !== data.viewer.id) return false
    renewCsrfToken(csrf_token)
    saver.resume()
    return true
  }, [api, saver, data.viewer.id])
  return <SessionWatch check={check} doubtful={signedOut} />
}
