import { useCallback } from 'react'
import { failureText } from '../../api/api-error.ts'
import { sessionsContracts } from '../../api/sessions/contract.ts'
import { messages } from '../../rules/messages.ts'
import { flashNegative } from '../../ui/flash/flash-store.ts'
import { useApi } from '../data/session-context.tsx'
import { storeFlash } from './stored-flash.ts'

/** Ends the session and goes home. A link alone must not do it: then any image on any page could sign people out. */
export function useSignOut(): () => void {
  const api = useApi()
  return useCallback(() => {
    const run = async () => {
      try {
        await api.call(sessionsContracts.signOut)
        storeFlash(messages.session.signedOut)
        window.location.assign('/')
      } catch (error) {
        flashNegative(failureText(error))
      }
    }
    void run()
  }, [api])
}
