import { type NotificationKind, notificationDuration } from '../../../../rules/notifications.ts'
import { find } from './page-script-data.ts'

/** Shows a sentence at the foot of the window for as long as it takes to read it. */
export function flash(text: string, kind: NotificationKind): void {
  const host = find('[data-flashes]')
  if (!host) return
  const item = document.createElement('p')
  item.className = `flash ${kind}`
  item.dataset.kind = kind
  item.textContent = text
  host.append(item)
  let timer: ReturnType<typeof setTimeout>
  const begin = (): void => {
    timer = setTimeout(() => item.remove(), notificationDuration(text, kind))
  }
  // Nobody loses a message while reading it.
  item.addEventListener('pointerenter', () => clearTimeout(timer))
  item.addEventListener('pointerleave', begin)
  begin()
}
