import { profileUrl } from '../../../../rules/deck-url.ts'
import { genericError, messages } from '../../../../rules/messages.ts'
import { type Visibility, visibilityNames } from '../../../../rules/visibilities.ts'
import { CallError, call } from './call.ts'
import { find, type PageScriptData } from './page-script-data.ts'
import { showToast } from './toast.ts'

/** The URL of an API call for the deck, with the private link's token if the page was opened by one. */
function api({ deckId, share }: PageScriptData, what: string): string {
  const token = share?.deck.token
  return `/api/v1/decks/${deckId}/${what}.json${token ? `?token=${encodeURIComponent(token)}` : ''}`
}

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
      await call('POST', api(data, before.liked ? 'kudos/unkudo' : 'kudos/kudo'))
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
      await call('POST', api(data, 'fork'))
      window.location.assign(profileUrl(data.signedInAs ?? ''))
    } catch {
      button.disabled = false
      showToast(genericError(), 'negative')
    }
  })
}

/** The visibility shown on the page; null for users who may not change it. */
export function shownVisibility(): Visibility | null {
  const pressed = find('[data-visibility][aria-pressed="true"]')
  return (pressed?.getAttribute('data-visibility') ?? null) as Visibility | null
}

/** Updates the shown visibility. */
export function showVisibility(value: Visibility): void {
  for (const choice of document.querySelectorAll('[data-visibility]')) {
    choice.setAttribute('aria-pressed', String(choice.getAttribute('data-visibility') === value))
  }
  find('[data-visibility-icon]')?.setAttribute('data-visibility-icon', value)
  const name = find('[data-visibility-name]')
  if (name) name.textContent = visibilityNames[value]
}

/** Shows in the menu that private decks need another plan, and focuses the link to the plans. */
function offerPlan(): void {
  const menu = find<HTMLDetailsElement>('[data-visibility-menu]')
  const offer = find('[data-plan-offer]')
  if (!menu || !offer) {
    showToast(messages.deck.visibilityFailed, 'negative')
    return
  }
  menu.open = true
  offer.hidden = false
  offer.querySelector('a')?.focus()
}

async function choose(data: PageScriptData, wanted: Visibility, before: Visibility): Promise<void> {
  showVisibility(wanted)
  try {
    await call('POST', api(data, 'publish'), { visibility: wanted })
    showToast(messages.visibility[wanted], 'positive')
  } catch (error) {
    showVisibility(before)
    if (error instanceof CallError && error.serverMessage === messages.access.upgrade) return offerPlan()
    showToast(messages.deck.visibilityFailed, 'negative')
  }
}

/** Handles the owner's visibility menu. */
export function enableVisibility(data: PageScriptData): void {
  const menu = find<HTMLDetailsElement>('[data-visibility-menu]')
  menu?.addEventListener('click', (event) => {
    const choice = event.target instanceof Element ? event.target.closest('[data-visibility]') : null
    if (!choice) return
    const wanted = choice.getAttribute('data-visibility') as Visibility
    const before = shownVisibility() ?? 'all'
    if (wanted === 'self' && wanted !== before && !data.mayBePrivate) return offerPlan()
    menu.open = false
    menu.querySelector('summary')?.focus()
    if (wanted !== before) void choose(data, wanted, before)
  })
}

/** Handles the button that makes a private deck public, and opens it in the editor. */
export function enableMakePublic(data: PageScriptData): void {
  const button = find<HTMLButtonElement>('[data-make-public]')
  button?.addEventListener('click', async () => {
    button.disabled = true
    try {
      const answer = (await call('POST', api(data, 'publish'), { visibility: 'all' })) as { deck: { slug: string } }
      window.location.assign(`${profileUrl(data.signedInAs ?? '')}/${encodeURIComponent(answer.deck.slug)}/edit`)
    } catch {
      button.disabled = false
      showToast(messages.deck.visibilityFailed, 'negative')
    }
  })
}
