import { useState } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import { sessionsContracts } from '../../../api/sessions/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { formFailure } from '../../data/form-failure.ts'
import { useApi } from '../../data/session-context.tsx'

interface SecondStepFormProps {
  onDone: () => void
  /** The time or the tries are used up. `message`: why. */
  onBeginAgain: (message: string) => void
}

/** Asks for a code of the authenticator app, or for a recovery code, after the password. */
export function SecondStepForm({ onDone, onBeginAgain }: SecondStepFormProps) {
  const api = useApi()
  const [isRecovery, setRecovery] = useState(false)
  const complete = async ({ code = '' }: Record<string, string>) => {
    try {
      await api.call(sessionsContracts.secondStep, { body: { user: { code } } })
    } catch (error) {
      const failure = formFailure(error)
      // Without an error at the field there is no sign-in to complete any more.
      if (isApiError(error) && error.status === 401 && !error.fields.code) onBeginAgain(failure.message ?? '')
      return failure
    }
    onDone()
    return null
  }
  return (
    <Form key={isRecovery ? 'recovery' : 'app'} onSubmit={complete}>
      {({ busy }) => (
        <>
          {isRecovery ? (
            <TextField
              name="code"
              label="Recovery code"
              required
              takesFocus
              autoComplete="off"
              autoCapitalize="characters"
              hint="One of those you saved when you set up two-step sign-in. Each works once."
            />
          ) : (
            <TextField
              name="code"
              label="Code of your authenticator app"
              required
              takesFocus
              autoComplete="one-time-code"
              inputMode="numeric"
            />
          )}
          <Button type="submit" variant="primary" size="l" wide busy={busy}>
            Sign in
          </Button>
          <Button variant="quiet" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
          </Button>
        </>
      )}
    </Form>
  )
}
