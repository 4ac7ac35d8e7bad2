import { useState } from 'react'
import { twoStepContracts as contracts } from '../../../api/two-step/contract.ts'
import { counted } from '../../../rules/counted.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormDialog, type FormDialogProps } from '../../../ui/form-dialog.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { showSuccess } from '../../../ui/toast/toast-store.ts'
import { formFailure } from '../../data/form-failure.ts'
import { useApi } from '../../data/session-context.tsx'
import type { TwoStepState } from './load-account.ts'
import { OwnCodeField, OwnPasswordField } from './own-password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './row-list.module.css'
import { TwoStepSetup } from './two-step-setup.tsx'

/** Props of TwoStep. */
export interface TwoStepProps {
  state: TwoStepState
  onChange: (state: TwoStepState) => void
}

type Proof = { current_password: string; code: string }

interface ProofDialogProps extends Omit<FormDialogProps, 'onSubmit' | 'children'> {
  onProven: (proof: Proof) => Promise<void>
}

/** Asks for password and code. */
function ProofDialog({ onProven, ...dialog }: ProofDialogProps) {
  const submit = async ({ current_password = '', code = '' }: Record<string, string>) => {
    try {
      await onProven({ current_password, code })
    } catch (error) {
      return formFailure(error)
    }
    return null
  }
  return (
    <FormDialog {...dialog} onSubmit={submit}>
      <OwnPasswordField />
      <OwnCodeField />
    </FormDialog>
  )
}

/** The actions while the second step is on: new recovery codes, and switching it off. */
function TwoStepActions({ state, onChange }: TwoStepProps) {
  const api = useApi()
  const [open, setOpen] = useState<'codes' | 'off' | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const [areShown, setShown] = useState(false)
  const close = () => setOpen(null)
  const renew = async (two_step: Proof) => {
    const { recovery_codes } = await api.call(contracts.renewCodes, { body: { two_step } })
    setCodes(recovery_codes)
    setShown(true)
    close()
    onChange({ ...state, recovery_codes_left: recovery_codes.length })
  }
  const disable = async (two_step: Proof) => {
    await api.call(contracts.disable, { body: { two_step } })
    close()
    showSuccess('Two-step sign-in is off')
    onChange({ enabled_at: null, recovery_codes_left: 0 })
  }
  return (
    <div className={styles.buttons}>
      <Button onClick={() => setOpen('codes')}>New recovery codes</Button>
      <Button onClick={() => setOpen('off')}>Switch off</Button>
      <ProofDialog
        open={open === 'codes'}
        title="New recovery codes"
        description="Those you have end with it."
        action="Make new codes"
        onClose={close}
        onProven={renew}
      />
      <ProofDialog
        open={open === 'off'}
        title="Switch two-step sign-in off?"
        description="Your password alone signs in then."
        action="Switch off"
        danger
        onClose={close}
        onProven={disable}
      />
      <Dialog
        open={areShown}
        onClose={() => setShown(false)}
        onClosed={() => setCodes([])}
        title="Save your recovery codes"
        description="Each signs you in once without your authenticator app. They are not shown again."
        buttonsOnly
        actions={
          <Button variant="primary" onClick={() => setShown(false)}>
            I have saved them
          </Button>
        }
      >
        <RecoveryCodes codes={codes} />
      </Dialog>
    </div>
  )
}

/** Two-step sign-in: an authenticator app asks for a code after the password. */
export function TwoStep({ state, onChange }: TwoStepProps) {
  const [isSettingUp, setSettingUp] = useState(false)
  return (
    <div className={styles.section}>
      {state.enabled_at ? (
        <>
          <p>
            On since <Moment time={state.enabled_at} form="absolute" />: after your password, signing in asks for a code
            of your authenticator app. You have {counted(state.recovery_codes_left, 'recovery code', 'recovery codes')}{' '}
            left. After single sign-on by your team it is asked for, too, but not after a passkey or the single sign-on
            of this site.
          </p>
          <TwoStepActions state={state} onChange={onChange} />
        </>
      ) : (
        <>
          <p>
            Off. With an authenticator app on your phone, a stolen password alone does not open your account. After a
            new password by mail, signing in asks for the code, too.
          </p>
          <Button onClick={() => setSettingUp(true)}>Set up two-step sign-in</Button>
        </>
      )}
      <TwoStepSetup open={isSettingUp} onClose={() => setSettingUp(false)} onEnabled={onChange} />
    </div>
  )
}
