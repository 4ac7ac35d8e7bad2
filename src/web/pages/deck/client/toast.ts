import { type ToastKind, toastDuration } from '../../../../rules/toasts.ts'
import { find } from './page-script-data.ts'

/** Shows a toast, for as long as it takes to read. */
export function showToast(text: string, kind: ToastKind): void {
  const host = find('[data-toasts]')
  if (!host) return
  const item = document.createElement('p')
  item.className = `toast ${kind}`
  item.dataset.kind = kind
  item.textContent = text
  host.append(item)
  let timer: ReturnType<typeof setTimeout>
  const startTimer = (): void => {
    timer = setTimeout(() => item.remove(), toastDuration(text, kind))
  }
  // Stays while the pointer is over it.
  item.addEventListener('pointerenter', () => clearTimeout(timer))
  item.addEventListener('pointerleave', startTimer)
  startTimer()
}
