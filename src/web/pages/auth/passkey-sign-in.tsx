import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import { passkeysContracts as contracts } from '../../../api/passkeys/contract.ts'
import { accountMessages } from '../../../rules/account-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { useApi } from '../../data/session-context.tsx'
import { endPasskeyOffer, passkeysInFields, passkeysWork, readPasskey } from '../../features/passkeys/passkeys.ts'
import styles from './passkey-sign-in.module.css'

/** Asks the browser for a passkey, and signs in with it. */
async function signInBy(api: ApiClient, inFields: boolean): Promise<void> {
  const options = await api.call(contracts.signInOptions)
  const credential = await readPasskey(options, inFields)
  await api.call(contracts.signIn, { body: { user: { credential } } })
}

/** The message of a refused passkey; null if the browser ended the call. */
function refusal(error: unknown): string | null {
  return isApiError(error) ? (formFailure(error).message ?? null) : null
}

/** Signs in with a passkey: by a button, and in the fields of the form where the browser can. */
export function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const api = useApi()
  const [works, setWorks] = useState(false)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    setWorks(passkeysWork())
    let isOffered = false
    const offer = async () => {
      if (!(await passkeysInFields())) return
      isOffered = true
      try {
        await signInBy(api, true)
        done.current()
      } catch (error) {
        const message = refusal(error)
        if (message) setTrouble(message)
      }
    }
    void offer()
    return () => {
      if (isOffered) void endPasskeyOffer()
    }
  }, [api])
  const press = async () => {
    setBusy(true)
    setTrouble('')
    try {
      await signInBy(api, false)
      done.current()
    } catch (error) {
      setTrouble(refusal(error) ?? accountMessages.passkey.failed)
      setBusy(false)
    }
  }
  if (!works) return null
  return (
    <div className={styles.passkey}>
      <p className={styles.or}>or</p>
      <Button size="l" wide icon={<KeyRound />} busy={busy} onClick={() => void press()}>
        Use a passkey
      </Button>
      <p role="alert" className={styles.trouble}>
        {trouble}
      </p>
    </div>
  )
}
