import { useState } from 'react'
import { apiTokensContracts as contracts } from '../../../api/api-tokens/contract.ts'
import { apiTokenDays, defaultApiTokenDays } from '../../../rules/api-tokens.ts'
import { limits } from '../../../rules/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { DialogButtons } from '../../../ui/form-dialog.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { useApi } from '../../data/session-context.tsx'
import type { ApiToken } from './load-account.ts'
import { OwnerProofFields } from './own-password-field.tsx'

const scopes = [
  { value: 'read', label: 'Read only' },
  { value: 'write', label: 'Read and write' },
] as const
const lifetimes = apiTokenDays.map((days) => ({ value: String(days), label: days === 365 ? 'A year' : `${days} days` }))

interface NewTokenDialogProps {
  open: boolean
  onClose: () => void
  onCreated: (token: ApiToken) => void
}

function TokenFields({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        required
        maxLength={limits.apiToken.name}
        hint="What the token is for. Only you see it."
      />
      <SelectField name="scope" label="It may" options={scopes} />
      <SelectField name="days" label="It works for" options={lifetimes} defaultValue={String(defaultApiTokenDays)} />
      <OwnerProofFields />
      <DialogButtons action="Create the token" {...{ busy, onCancel }} />
    </>
  )
}

/** Creates a token and shows its secret once. */
export function NewTokenDialog({ open, onClose, onCreated }: NewTokenDialogProps) {
  const api = useApi()
  const [secret, setSecret] = useState<string | null>(null)
  const [isCopied, setCopied] = useState(false)
  const create = async ({ name = '', scope, days, current_password = '', code }: Record<string, string>) => {
    const api_token = { name, scope: scope as ApiToken['scope'], expires_in_days: Number(days), current_password, code }
    try {
      const { token, ...created } = await api.call(contracts.create, { body: { api_token } })
      setSecret(token)
      onCreated(created)
    } catch (error) {
      return formFailure(error)
    }
    return null
  }
  return (
    <Dialog
      // A token that arrives after Escape opens it again: it is shown once.
      open={open || (secret !== null && !isCopied)}
      onClose={onClose}
      onClosed={() => {
        setSecret(null)
        setCopied(false)
      }}
      title={secret ? 'Copy your token now' : 'New API token'}
      description={secret ? 'It is not shown again. Store it like a password.' : undefined}
      buttonsOnly={secret !== null}
      actions={
        secret && (
          <Button
            variant="primary"
            onClick={() => {
              setCopied(true)
              onClose()
            }}
          >
            I have copied it
          </Button>
        )
      }
    >
      {secret ? (
        <CopyField label="Your token" value={secret} />
      ) : (
        <Form onSubmit={create}>{({ busy }) => <TokenFields busy={busy} onCancel={onClose} />}</Form>
      )}
    </Dialog>
  )
}
