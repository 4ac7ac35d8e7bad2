import { messages } from '../../rules/messages.ts'
import { toastDuration } from '../../rules/toasts.ts'
import styles from '../../ui/toast/toast-host.module.css'

/** Shows a toast that connecting failed, on a page whose app could not be loaded. */
export function showTroubleToast(): void {
  const { trouble, contact } = messages.connection
  const help = document.createElement('a')
  help.href = '/help'
  help.textContent = contact
  const words = document.createElement('p')
  words.className = styles.text ?? ''
  words.append(trouble.replace(contact, ''), help)
  const item = document.createElement('li')
  item.className = `${styles.toast} ${styles.negative}`
  item.dataset.kind = 'negative'
  item.append(words)
  // Replaced instead of added: shown once, but announced each time.
  document.querySelector('[data-notifications] > ul')?.replaceChildren(item)
  setTimeout(() => item.remove(), toastDuration(trouble, 'negative'))
}
