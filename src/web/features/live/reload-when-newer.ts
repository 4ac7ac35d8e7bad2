import type { StageLink } from './stage-link.ts'

/** What was reloaded for is kept here, so that a page that stays behind does not reload for ever. */
type Kept = Pick<Storage, 'getItem' | 'setItem'>

function sessionStorageOrNone(): Kept | null {
  try {
    return window.sessionStorage
  } catch {
    return null
  }
}

/**
 * Loads a speaker view again when the presenter's page shows a newer version of the deck than it has: notes, previews
 * and numbers are that version's then. Once for each version; where nothing can be kept, never.
 */
export function reloadWhenNewer(
  link: StageLink,
  deck: { readonly id: number; readonly version: number },
  reload: () => void = () => window.location.reload(),
  storage: Kept | null = sessionStorageOrNone(),
): void {
  const key = `lectern:stage-version:${deck.id}`
  const hear = (): void => {
    const version = link.snapshot().state.version ?? 0
    if (version <= deck.version || !storage || Number(storage.getItem(key) ?? 0) >= version) return
    storage.setItem(key, String(version))
    reload()
  }
  link.subscribe(hear)
  hear()
}
