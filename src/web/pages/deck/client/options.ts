import { profileUrl } from '../../../../rules/deck-url.ts'
import { genericError } from '../../../../rules/messages.ts'
import { call } from './call.ts'
import { deckCallUrl } from './deck-call-url.ts'
import { find, type PageScriptData } from './page-script-data.ts'
import { showToast } from './toast.ts'

/** Shows a like at once, and reverts it with a toast if the request fails. */
export function enableKudos(data: PageScriptData): void {
  const button = find<HTMLButtonElement>('[data-kudos]')
  const count = find('[data-kudos-count]')
  if (!button || !count) return
  const show = (liked: boolean, number: number): void => {
    button.setAttribute('aria-pressed', String(liked))
    button.title = liked ? 'Take your like back' : 'Like'
    count.textContent = number === 0 ? '' : String(number)
  }
  button.addEventListener('click', async () => {
    if (button.getAttribute('aria-busy') === 'true') return
    const before = { liked: button.getAttribute('aria-pressed') === 'true', number: Number(count.textContent) }
    button.setAttribute('aria-busy', 'true')
    show(!before.liked, Math.max(0, before.number + (before.liked ? -1 : 1)))
    try {
      await call('POST', deckCallUrl(data, before.liked ? 'kudos/unkudo' : 'kudos/kudo'))
    } catch {
      show(before.liked, before.number)
      showToast(genericError(), 'negative')
    } finally {
      button.removeAttribute('aria-busy')
    }
  })
}

/** Copies the deck to the user's decks and opens them. */
export function enableFork(data: PageScriptData): void {
  const button = find<HTMLButtonElement>('[data-fork]')
  button?.addEventListener('click', async () => {
    button.disabled = true
    try {
      await call('POST', deckCallUrl(data, 'fork'))
      window.location.assign(profileUrl(data.signedInAs ?? ''))
    } catch {
      button.disabled = false
      showToast(genericError(), 'negative')
    }
  })
}
