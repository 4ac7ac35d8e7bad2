import { messages } from '../../rules/messages.ts'
import { notificationDuration } from '../../rules/notifications.ts'
import styles from '../../ui/flash/flash-host.module.css'

/** Says that connecting failed where notifications stand, on a page whose app could not be loaded. */
export function tellTrouble(): void {
  const { trouble, contact } = messages.connection
  const help = document.createElement('a')
  help.href = '/help'
  help.textContent = contact
  const words = document.createElement('p')
  words.className = styles.text ?? ''
  words.append(trouble.replace(contact, ''), help)
  const item = document.createElement('li')
  item.className = `${styles.flash} ${styles.negative}`
  item.dataset.kind = 'negative'
  item.append(words)
  // The same is said once; read aloud each time.
  document.querySelector('[data-notifications] > ul')?.replaceChildren(item)
  setTimeout(() => item.remove(), notificationDuration(trouble, 'negative'))
}
