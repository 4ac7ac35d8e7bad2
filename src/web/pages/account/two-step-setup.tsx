import { useState } from 'react'
import { twoStepContracts as contracts } from '../../../api/two-step/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { DialogButtons } from '../../../ui/form-dialog.tsx'
import { LazyQrCode } from '../../../ui/lazy-qr-code.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { useApi } from '../../data/session-context.tsx'
import type { TwoStepState } from './load-account.ts'
import { OwnPasswordField } from './own-password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import rows from './row-list.module.css'
import styles from './two-step.module.css'

type Secret = { readonly secret: string; readonly url: string }

function PasswordStep({ onSecret, onCancel }: { onSecret: (secret: Secret) => void; onCancel: () => void }) {
  const api = useApi()
  const begin = async ({ current_password = '' }: Record<string, string>) => {
    try {
      onSecret(await api.call(contracts.begin, { body: { two_step: { current_password } } }))
    } catch (error) {
      return formFailure(error)
    }
    return null
  }
  return (
    <Form onSubmit={begin}>
      {({ busy }) => (
        <>
          <OwnPasswordField />
          <DialogButtons action="Continue" {...{ busy, onCancel }} />
        </>
      )}
    </Form>
  )
}

function CodeStep({ secret, onCodes }: { secret: Secret; onCodes: (codes: readonly string[]) => void }) {
  const api = useApi()
  const confirm = async ({ code = '' }: Record<string, string>) => {
    try {
      onCodes((await api.call(contracts.confirm, { body: { two_step: { code } } })).recovery_codes)
    } catch (error) {
      return formFailure(error)
    }
    return null
  }
  return (
    <div className={styles.setup}>
      <LazyQrCode text={secret.url} label="QR code for your authenticator app" className={styles.qr} />
      <div className={styles.key}>
        <CopyField label="Or type this key" value={secret.secret.replace(/.{4}(?=.)/g, '$& ')} rows={2} />
      </div>
      <Form onSubmit={confirm}>
        {({ busy }) => (
          <>
            <TextField
              name="code"
              label="The code that the app shows"
              required
              takesFocus
              autoComplete="one-time-code"
              inputMode="numeric"
            />
            <div className={rows.buttons}>
              <Button type="submit" variant="primary" busy={busy}>
                Switch on
              </Button>
            </div>
          </>
        )}
      </Form>
    </div>
  )
}

const texts = {
  password: { title: 'Set up two-step sign-in', description: 'You need an authenticator app on your phone.' },
  code: { title: 'Add your account to the app', description: 'Scan the code with the app, then type what it shows.' },
  codes: {
    title: 'Save your recovery codes',
    description: 'Each signs you in once without your authenticator app. They are not shown again.',
  },
} as const

interface TwoStepSetupProps {
  open: boolean
  onClose: () => void
  onEnabled: (state: TwoStepState) => void
}

/** The setup of an authenticator app: password, QR code with a first code, recovery codes. */
export function TwoStepSetup({ open, onClose, onEnabled }: TwoStepSetupProps) {
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [areSaved, setSaved] = useState(false)
  const step = codes ? 'codes' : secret ? 'code' : 'password'
  const enabled = (recovery: readonly string[]) => {
    setCodes(recovery)
    onEnabled({ enabled_at: new Date().toISOString(), recovery_codes_left: recovery.length })
  }
  const finish = () => {
    setSaved(true)
    onClose()
  }
  return (
    <Dialog
      // Codes that arrive after Escape open it again: they are shown once.
      open={open || (codes !== null && !areSaved)}
      onClose={onClose}
      onClosed={() => {
        setSecret(null)
        setCodes(null)
        setSaved(false)
      }}
      {...texts[step]}
      buttonsOnly={codes !== null}
      actions={
        codes && (
          <Button variant="primary" onClick={finish}>
            I have saved them
          </Button>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : secret ? (
        <CodeStep secret={secret} onCodes={enabled} />
      ) : (
        <PasswordStep onSecret={setSecret} onCancel={onClose} />
      )}
    </Dialog>
  )
}
