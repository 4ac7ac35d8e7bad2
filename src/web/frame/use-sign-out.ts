import { useCallback } from 'react'
import { failureText } from '../../api/api-error.ts'
import { sessionsContracts } from '../../api/sessions/contract.ts'
import { messages } from '../../rules/messages.ts'
import { showError } from '../../ui/toast/toast-store.ts'
import { useApi } from '../data/session-context.tsx'
import { storeToast } from './stored-toast.ts'

/** Signs out and goes home. Not a plain link: an image on any page could then sign users out. */
export function useSignOut(): () => void {
  const api = useApi()
  return useCallback(() => {
    const run = async () => {
      try {
        await api.call(sessionsContracts.signOut)
        storeToast(messages.session.signedOut)
        window.location.assign('/')
      } catch (error) {
        showError(failureText(error))
      }
    }
    void run()
  }, [api])
}
