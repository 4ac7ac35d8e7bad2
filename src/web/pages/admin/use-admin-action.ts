import { useRevalidator } from 'react-router'
import { failureText, isApiError } from '../../../api/api-error.ts'
import { accountMessages } from '../../../rules/account-messages.ts'
import { limits } from '../../../rules/limits.ts'
import { promptDialog } from '../../../ui/dialogs/dialog-store.ts'
import { showError, showSuccess } from '../../../ui/toast/toast-store.ts'

/** A question for the reason of an action. */
export interface ReasonQuestion {
  readonly title: string
  readonly text?: string
  /** Label of the confirming button; a verb. */
  readonly action: string
}

/** Asks why; null if cancelled. */
export function askReason({ title, text, action }: ReasonQuestion): Promise<string | null> {
  const tooShort = (value: string) =>
    value.trim().length < limits.admin.reasonMin ? accountMessages.admin.reasonMissing : null
  const question = { title, action, label: 'Reason', maxLength: limits.admin.reason, validate: tooShort }
  return promptDialog(text === undefined ? question : { ...question, text })
}

/** Runs calls of the console: shows the result as a toast, and loads the section again. */
export function useAdminAction() {
  const { revalidate } = useRevalidator()
  const run = async (call: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await call()
      showSuccess(done)
    } catch (error) {
      if (!isApiError(error)) throw error
      showError(failureText(error))
    }
    await revalidate()
  }
  const withReason = async (
    question: ReasonQuestion,
    call: (change: { reason: string }) => Promise<unknown>,
    done: string,
  ): Promise<void> => {
    const reason = await askReason(question)
    if (reason !== null) await run(() => call({ reason }), done)
  }
  return { run, withReason }
}
