import type { UnreadAnswer } from '../../../../api/comments/contract.ts'
import { find } from './page-script-data.ts'

let latest: UnreadAnswer['results'] = []
let watcher: MutationObserver | null = null

function draw(list: Element): void {
  for (const item of list.querySelectorAll<HTMLElement>(':scope > li')) {
    const count = latest.find(({ slide_hash }) => slide_hash === item.dataset.slide)?.count ?? 0
    const mark = item.querySelector('.unread')
    if (count === 0) {
      mark?.remove()
      continue
    }
    const made = mark ?? document.createElement('span')
    made.className = 'unread'
    const words = document.createElement('span')
    words.className = 'spoken-only'
    words.textContent = `, unread comments: ${count}`
    made.replaceChildren(words)
    if (!mark) item.querySelector('.number')?.append(made)
  }
}

/** Marks the slides with unread comments in the list of texts, even when the list is made again. */
export function markUnread({ results }: UnreadAnswer): void {
  latest = results
  const list = find('[data-review-slides]')
  if (!list) return
  draw(list)
  if (watcher) return
  watcher = new MutationObserver(() => draw(list))
  watcher.observe(list, { childList: true })
}
