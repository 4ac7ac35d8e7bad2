import type { ChannelMessage } from '../../../api/deck-channel/messages.ts'
import type { Collaboration } from './collaboration.ts'

/** Characters of a comment in a notification. */
const shownCharacters = 80

/** Notifies of a comment of another user that is not in view: the panel is collapsed, or it is on another slide. */
export function commentNews({ page }: Pick<Collaboration, 'page'>, message: ChannelMessage, expanded: boolean): void {
  if (message.type !== 'collaboration:comment-added') return
  const { user_id, name, slide_hash, message: text } = message.comment
  const isElsewhere = slide_hash !== null && slide_hash !== page.slides.current()
  if (user_id === page.userId || (expanded && !isElsewhere)) return
  const line = text.replace(/\s+/g, ' ')
  const short = line.length > shownCharacters ? `${line.slice(0, shownCharacters - 1).trimEnd()}…` : line
  page.notify(`${name}: ${short}`, 'neutral')
}
