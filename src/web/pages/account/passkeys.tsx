import { useEffect, useRef, useState } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import type { Received } from '../../../api/contract.ts'
import { passkeysContracts as contracts } from '../../../api/passkeys/contract.ts'
import { accountMessages } from '../../../rules/account-messages.ts'
import { limits } from '../../../rules/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { FormDialog, type FormDialogProps } from '../../../ui/form-dialog.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useFocusFallback } from '../../../ui/take-focus.ts'
import { showSuccess } from '../../../ui/toast/toast-store.ts'
import { formFailure } from '../../data/form-failure.ts'
import { useRemoval } from '../../data/removal.ts'
import { useApi } from '../../data/session-context.tsx'
import { createPasskey, passkeysWork } from '../../features/passkeys/passkeys.ts'
import { deviceName } from './device-name.ts'
import type { Passkey } from './load-account.ts'
import { OwnerProofFields } from './own-password-field.tsx'
import styles from './row-list.module.css'

interface PasskeyRowProps {
  readonly passkey: Passkey
  /** Whether it is being removed. */
  readonly isBusy: boolean
  onRename(): void
  onRemove(): void
}

function PasskeyRow({ passkey, isBusy, onRename, onRemove }: PasskeyRowProps) {
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>{passkey.name}</p>
        <p className={styles.facts}>
          Made <Moment time={passkey.created_at} form="absolute" />
          {' · '}
          {passkey.last_used_at ? (
            <>
              last used <Moment time={passkey.last_used_at} />
            </>
          ) : (
            'never used'
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <Button size="s" aria-label={`Rename ${passkey.name}`} disabled={isBusy} onClick={onRename}>
          Rename
        </Button>
        <Button size="s" aria-label={`Remove ${passkey.name}`} busy={isBusy} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}

interface Entered {
  name: string
  current_password: string
  code: string | undefined
}

interface NamedDialogProps extends Omit<FormDialogProps, 'onSubmit' | 'children'> {
  name: string
  needsProof?: boolean
  onSubmit: (values: Entered) => Promise<void>
}

/** Asks for the passkey's name, and for the owner's proof for a new one. */
function NamedDialog({ name, needsProof, onSubmit, ...dialog }: NamedDialogProps) {
  const submit = async ({ name: entered = '', current_password = '', code }: Record<string, string>) => {
    try {
      await onSubmit({ name: entered, current_password, code })
    } catch (error) {
      return isApiError(error) ? formFailure(error) : { message: accountMessages.passkey.failed }
    }
    return null
  }
  return (
    <FormDialog {...dialog} onSubmit={submit}>
      <TextField name="name" label="Name" required defaultValue={name} maxLength={limits.passkey.name} />
      {needsProof && <OwnerProofFields />}
    </FormDialog>
  )
}

/** The list, and what changes it. */
function usePasskeys(first: readonly Passkey[]) {
  const api = useApi()
  const [passkeys, setPasskeys] = useState(first)
  const begun = useRef<Received<typeof contracts.begin.output> | null>(null)
  const add = async ({ name, current_password, code }: Entered) => {
    // After the browser's question was dismissed it is asked again with the same options: the code is used up.
    begun.current ??= await api.call(contracts.begin, { body: { passkey: { current_password, code } } })
    const credential = await createPasskey(begun.current)
    begun.current = null
    const made = await api.call(contracts.create, { body: { passkey: { name, credential } } })
    setPasskeys((now) => [made, ...now])
    showSuccess('Your passkey is ready')
  }
  const rename = async (id: number, name: string) => {
    const renamed = await api.call(contracts.change, { params: { id }, body: { passkey: { name } } })
    setPasskeys((now) => now.map((other) => (other.id === id ? renamed : other)))
  }
  const { busy, remove } = useRemoval<number>()
  const removePasskey = ({ id, name }: Passkey) =>
    remove(id, {
      question: {
        title: `Remove ${name}?`,
        text: 'It no longer signs you in. Delete it on your device, too.',
        action: 'Remove',
      },
      call: () => api.call(contracts.remove, { params: { id } }),
      onDone() {
        setPasskeys((now) => now.filter((other) => other.id !== id))
        showSuccess(`${name} no longer signs in`)
      },
    })
  const forgetBegun = () => {
    begun.current = null
  }
  return { passkeys, busy, add, forgetBegun, rename, remove: removePasskey }
}

/** The user's passkeys: created, renamed, removed. */
export function Passkeys({ passkeys: first }: { passkeys: readonly Passkey[] }) {
  const { passkeys, busy, add, forgetBegun, rename, remove } = usePasskeys(first)
  const list = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(list)
  const [open, setOpen] = useState<'new' | Passkey | null>(null)
  const [works, setWorks] = useState(true)
  useEffect(() => setWorks(passkeysWork()), [])
  const close = () => {
    forgetBegun()
    setOpen(null)
  }
  const renamed = open === 'new' ? null : open
  return (
    <div ref={list} tabIndex={-1} className={styles.section}>
      <p>
        A passkey signs you in with your finger, face or device PIN instead of the password and the code. It stays on
        your device or in your password manager.
      </p>
      {passkeys.length > 0 ? (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              isBusy={busy === passkey.id}
              onRename={() => setOpen(passkey)}
              onRemove={() => void remove(passkey).then(keepFocus)}
            />
          ))}
        </ul>
      ) : (
        <p className={styles.facts}>You have no passkeys.</p>
      )}
      {works ? (
        <Button onClick={() => setOpen('new')}>New passkey</Button>
      ) : (
        <p className={styles.facts}>This browser has no passkeys for this address.</p>
      )}
      <NamedDialog
        open={open === 'new'}
        title="New passkey"
        action="Make the passkey"
        name={works ? deviceName(typeof navigator === 'undefined' ? '' : navigator.userAgent) : ''}
        needsProof
        onClose={close}
        onSubmit={async (values) => {
          await add(values)
          close()
        }}
      />
      <NamedDialog
        open={renamed !== null}
        title="Rename the passkey"
        action="Rename"
        name={renamed?.name ?? ''}
        onClose={close}
        onSubmit={async ({ name }) => {
          if (renamed) await rename(renamed.id, name)
          close()
        }}
      />
    </div>
  )
}
