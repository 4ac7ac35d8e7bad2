import { profileUrl } from '../../../../rules/deck-url.ts'
import { genericError, messages } from '../../../../rules/messages.ts'
import { type Visibility, visibilityNames } from '../../../../rules/visibilities.ts'
import { CallError, call } from './call.ts'
import { flash } from './flash.ts'
import { find, type PageScriptData } from './page-script-data.ts'

/** The address of a call about the deck; whoever sees it by a link brings that along. */
function api({ deckId, share }: PageScriptData, what: string): string {
  const token = share?.deck.token
  return `/api/v1/decks/${deckId}/${what}.json${token ? `?token=${encodeURIComponent(token)}` : ''}`
}

/** Liking shows at once; when the server does not take it, it is taken back and said so. */
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
      flash(genericError(), 'negative')
    } finally {
      button.removeAttribute('aria-busy')
    }
  })
}

/** Copies the deck to the own ones and goes there. */
export function enableFork(data: PageScriptData): void {
  const button = find<HTMLButtonElement>('[data-fork]')
  button?.addEventListener('click', async () => {
    button.disabled = true
    try {
      await call('POST', api(data, 'fork'))
      window.location.assign(profileUrl(data.signedInAs ?? ''))
    } catch {
      button.disabled = false
      flash(genericError(), 'negative')
    }
  })
}

/** Who can see the deck, as the page shows it; null for those who may not change it. */
export function shownVisibility(): Visibility | null {
  const pressed = find('[data-visibility][aria-pressed="true"]')
  return (pressed?.getAttribute('data-visibility') ?? null) as Visibility | null
}

/** Shows that the deck can be seen by others than before. */
export function showVisibility(value: Visibility): void {
  for (const choice of document.querySelectorAll('[data-visibility]')) {
    choice.setAttribute('aria-pressed', String(choice.getAttribute('data-visibility') === value))
  }
  find('[data-visibility-icon]')?.setAttribute('data-visibility-icon', value)
  const name = find('[data-visibility-name]')
  if (name) name.textContent = visibilityNames[value]
}

/** Says in the menu why the deck cannot be private, with the way to the plans under the keyboard. */
function offerPlan(): void {
  const menu = find<HTMLDetailsElement>('[data-visibility-menu]')
  const offer = find('[data-plan-offer]')
  if (!menu || !offer) {
    flash(messages.deck.visibilityFailed, 'negative')
    return
  }
  menu.open = true
  offer.hidden = false
  offer.querySelector('a')?.focus()
}

async function choose(data: PageScriptData, wished: Visibility, before: Visibility): Promise<void> {
  showVisibility(wished)
  try {
    await call('POST', api(data, 'publish'), { visibility: wished })
    flash(messages.visibility[wished], 'positive')
  } catch (error) {
    showVisibility(before)
    if (error instanceof CallError && error.told === messages.access.upgrade) return offerPlan()
    flash(messages.deck.visibilityFailed, 'negative')
  }
}

/** Lets the owner choose who sees the deck. */
export function enableVisibility(data: PageScriptData): void {
  const menu = find<HTMLDetailsElement>('[data-visibility-menu]')
  menu?.addEventListener('click', (event) => {
    const choice = event.target instanceof Element ? event.target.closest('[data-visibility]') : null
    if (!choice) return
    const wished = choice.getAttribute('data-visibility') as Visibility
    const before = shownVisibility() ?? 'all'
    if (wished === 'self' && wished !== before && !data.mayBePrivate) return offerPlan()
    menu.open = false
    menu.querySelector('summary')?.focus()
    if (wished !== before) void choose(data, wished, before)
  })
}

/** Makes a private deck public, so that it can be edited again. */
export function enableMakePublic(data: PageScriptData): void {
  const button = find<HTMLButtonElement>('[data-make-public]')
  button?.addEventListener('click', async () => {
    button.disabled = true
    try {
      const answer = (await call('POST', api(data, 'publish'), { visibility: 'all' })) as { deck: { slug: string } }
      window.location.assign(`${profileUrl(data.signedInAs ?? '')}/${encodeURIComponent(answer.deck.slug)}/edit`)
    } catch {
      button.disabled = false
      flash(messages.deck.visibilityFailed, 'negative')
    }
  })
}
