import type { ChannelMessage } from '../../../api/deck-channel/messages.ts'
import { dismissToast, toasts } from '../../../ui/toast/toast-store.ts'
import type { Collaboration } from './collaboration.ts'

/** Characters of a comment in a notification. */
const shownCharacters = 80

/** Notifications of comments at once: toasts of a hidden page wait, and those of an hour would cover the window. */
const shownAtOnce = 3

/** The texts of the latest notifications, oldest first. */
const latest: string[] = []

/** Closes the notification before the latest ones. */
function keepLatest(text: string): void {
  latest.push(text)
  if (latest.length <= shownAtOnce) return
  const last = latest.shift()
  if (last === undefined || latest.includes(last)) return
  const toast = toasts.get().find((shown) => shown.text === last)
  if (toast) dismissToast(toast.id)
}

/** Notifies of a comment of another user that is not in view: the panel is collapsed, or it is on another slide. */
export function commentNews({ page }: Pick<Collaboration, 'page'>, message: ChannelMessage, expanded: boolean): void {
  if (message.type !== 'collaboration:comment-added') return
  const { user_id, name, slide_hash, message: text } = message.comment
  const isElsewhere = slide_hash !== null && slide_hash !== page.slides.current()
  if (user_id === page.userId || (expanded && !isElsewhere)) return
  const line = text.replace(/\s+/g, ' ')
  const short = line.length > shownCharacters ? `${line.slice(0, shownCharacters - 1).trimEnd()}…` : line
  const news = `${name}: ${short}`
  page.notify(news, 'neutral')
  keepLatest(news)
}
