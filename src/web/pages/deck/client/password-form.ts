import { genericError, messages, wrongPasswordMessage } from '../../../../rules/messages.ts'
import { timings } from '../../../../rules/timings.ts'
import type { PasswordScriptData } from '../password-page.ts'
import { CallError, call } from './call.ts'
import { find } from './page-script-data.ts'

interface Parts {
  readonly view: HTMLElement
  readonly form: HTMLFormElement
  readonly input: HTMLInputElement
  readonly button: HTMLButtonElement
  readonly message: HTMLElement
  readonly lock: HTMLElement
}

function findParts(): Parts | null {
  const view = find('[data-password-view]')
  const form = find<HTMLFormElement>('[data-form]')
  const input = form?.querySelector('input')
  const button = form?.querySelector('button')
  const message = find('[data-message]')
  const lock = find('[data-lock]')
  return view && form && input && button && message && lock ? { view, form, input, button, message, lock } : null
}

function say({ message, input, lock }: Parts, text: string): void {
  message.textContent = text
  input.setAttribute('aria-invalid', String(text !== ''))
  if (text === '') return
  lock.classList.remove('wobble')
  // Asking for a measure lets the same animation begin again.
  void lock.offsetWidth
  lock.classList.add('wobble')
  input.focus()
  input.select()
}

function refusal(error: unknown, wrongBefore: number): string {
  if (!(error instanceof CallError)) return genericError()
  if (error.status === 401) return wrongPasswordMessage(wrongBefore)
  if (error.status === 429) return messages.wrongPassword[messages.wrongPassword.length - 1] as string
  return genericError()
}

/** The password view: a right password ends in a farewell and the deck, a wrong one in the next of the messages. */
export function enablePasswordForm({ token }: PasswordScriptData): void {
  const parts = findParts()
  if (!parts) return
  const { view, form, input, button } = parts
  let wrong = 0
  let busy = false
  input.addEventListener('input', () => say(parts, ''))
  const leave = (): void => {
    view.classList.add('outro')
    setTimeout(() => window.location.reload(), timings.passwordOutro)
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (busy) return
    if (input.value === '') return say(parts, messages.form.required)
    busy = true
    button.setAttribute('aria-busy', 'true')
    try {
      await call('PUT', `/access_tokens/${encodeURIComponent(token)}.json`, { access_token: { password: input.value } })
      return leave()
    } catch (error) {
      // The link was removed meanwhile: the page says so by itself.
      if (error instanceof CallError && error.status === 404) return window.location.reload()
      say(parts, refusal(error, wrong))
      if (error instanceof CallError && error.status === 401) wrong += 1
    }
    busy = false
    button.removeAttribute('aria-busy')
  })
}

/**
 * Inside a page of another site browsers take no cookies, so a password given there would be forgotten at once: then a
 * window of its own is offered instead.
 */
export async function offerOwnWindow(): Promise<void> {
  if (window === window.top || !document.hasStorageAccess || (await document.hasStorageAccess())) return
  const place = find('[data-elsewhere]')
  const link = place?.querySelector('a')
  const form = find('[data-form]')
  if (!place || !link || !form) return
  const address = new URL(window.location.href)
  address.pathname = address.pathname.replace(/\/embed$/, '')
  link.href = address.href
  place.hidden = false
  form.hidden = true
}
