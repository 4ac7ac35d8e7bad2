import { profileUrl } from '../../../../rules/deck-url.ts'
import { messages } from '../../../../rules/messages.ts'
import type { Visibility } from '../../../../rules/visibilities.ts'
import { CallError, call } from './call.ts'
import { deckCallUrl } from './deck-call-url.ts'
import { find, type PageScriptData } from './page-script-data.ts'
import { enablePeople } from './people-option.ts'
import { shownVisibility, showVisibility } from './shown-visibility.ts'
import { showToast } from './toast.ts'

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
    await call('POST', deckCallUrl(data, 'publish'), { visibility: wanted })
    showToast(messages.visibility[wanted], 'positive')
  } catch (error) {
    showVisibility(before)
    if (error instanceof CallError && error.serverMessage === messages.access.upgrade) return offerPlan()
    showToast(messages.deck.visibilityFailed, 'negative')
  }
}

/** Handles the owner's visibility menu. */
function enableVisibility(data: PageScriptData): void {
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
function enableMakePublic(data: PageScriptData): void {
  const button = find<HTMLButtonElement>('[data-make-public]')
  button?.addEventListener('click', async () => {
    button.disabled = true
    try {
      const answer = (await call('POST', deckCallUrl(data, 'publish'), { visibility: 'all' })) as {
        deck: { slug: string }
      }
      window.location.assign(`${profileUrl(data.signedInAs ?? '')}/${encodeURIComponent(answer.deck.slug)}/edit`)
    } catch {
      button.disabled = false
      showToast(messages.deck.visibilityFailed, 'negative')
    }
  })
}

/** Handles the options of users who may change who sees the deck, or its people. */
export function enableVisibilityOptions(data: PageScriptData): void {
  enableVisibility(data)
  enableMakePublic(data)
  enablePeople(data)
}
