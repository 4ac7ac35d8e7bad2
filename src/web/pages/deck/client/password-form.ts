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

function showMessage({ message, input, lock }: Parts, text: string): void {
  message.textContent = text
  input.setAttribute('aria-invalid', String(text !== ''))
  if (text === '') return
  lock.classList.remove('wobble')
  // Forces a reflow, which restarts the animation.
  void lock.offsetWidth
  lock.classList.add('wobble')
  input.focus()
  input.select()
}

function errorMessage(error: unknown, wrongAttempts: number): string {
  if (!(error instanceof CallError)) return genericError()
  if (error.status === 401) return wrongPasswordMessage(wrongAttempts)
  if (error.status === 429) return messages.wrongPassword[messages.wrongPassword.length - 1] as string
  return genericError()
}

/**
 * The password form. The right password fades the view out and loads the deck; wrong ones show the messages in turn.
 */
export function enablePasswordForm({ token }: PasswordScriptData): void {
  const parts = findParts()
  if (!parts) return
  const { view, form, input, button } = parts
  let wrongAttempts = 0
  let busy = false
  input.addEventListener('input', () => showMessage(parts, ''))
  const openDeck = (): void => {
    view.classList.add('outro')
    setTimeout(() => window.location.reload(), timings.passwordOutro)
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (busy) return
    if (input.value === '') return showMessage(parts, messages.form.required)
    busy = true
    button.setAttribute('aria-busy', 'true')
    try {
      await call('PUT', `/access_tokens/${encodeURIComponent(token)}.json`, { access_token: { password: input.value } })
      return openDeck()
    } catch (error) {
      // The link was removed: reloading shows that.
      if (error instanceof CallError && error.status === 404) return window.location.reload()
      showMessage(parts, errorMessage(error, wrongAttempts))
      if (error instanceof CallError && error.status === 401) wrongAttempts += 1
    }
    busy = false
    button.removeAttribute('aria-busy')
  })
}

/**
 * Offers to open the deck in a new window. In embedded pages browsers may block cookies, so an unlocked deck would be
 * locked again at once.
 */
export async function offerNewWindow(): Promise<void> {
  if (window === window.top || !document.hasStorageAccess || (await document.hasStorageAccess())) return
  const hint = find('[data-elsewhere]')
  const link = hint?.querySelector('a')
  const form = find('[data-form]')
  if (!hint || !link || !form) return
  const address = new URL(window.location.href)
  address.pathname = address.pathname.replace(/\/embed$/, '')
  link.href = address.href
  hint.hidden = false
  form.hidden = true
}
