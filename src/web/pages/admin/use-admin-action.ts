import { failureText, isApiError } from '../../../api/api-error.ts'
import { accountMessages } from '../../../rules/account-messages.ts'
import { limits } from '../../../rules/limits.ts'
import { promptDialog } from '../../../ui/dialogs/dialog-store.ts'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'
import { useRefresh } from '../../data/refresh.ts'

/** A question for the reason of an action. */
export interface ReasonQuestion {
  readonly title: string
  readonly text?: string
  /** Label of the confirming button; a verb. */
  readonly action: string
  /** Destructive: the button is red. */
  readonly dangerous?: boolean
}

/** Runs calls of the console: shows the result, and loads the section again after a success. */
export function useAdminAction() {
  const refresh = useRefresh()
  const run = async (call: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await call()
    } catch (error) {
      if (!isApiError(error)) throw error
      return void showError(failureText(error))
    }
    showSuccess(done)
    await refresh()
  }
  /** Asks why, and sends the reason. A failure is shown in the dialog, which keeps the reason. */
  const withReason = async (
    { text, ...asked }: ReasonQuestion,
    call: (change: { reason: string }) => Promise<unknown>,
    done: string,
  ): Promise<void> => {
    const tooShort = (value: string) =>
      value.trim().length < limits.admin.reasonMin ? accountMessages.admin.reasonMissing : null
    const send = async (reason: string) => {
      try {
        await call({ reason })
        return null
      } catch (error) {
        if (!isApiError(error)) throw error
        return failureText(error)
      }
    }
    const question = { ...asked, label: 'Reason', maxLength: limits.admin.reason, validate: tooShort, send }
    const reason = await promptDialog(text === undefined ? question : { ...question, text })
    if (reason === null) return
    showSuccess(done)
    await refresh()
  }
  return { run, withReason }
}
