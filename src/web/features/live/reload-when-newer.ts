import type { StageLink } from './stage-link.ts'

/** Remembers the version that a page was reloaded for, so that it does not reload in a loop. */
type Kept = Pick<Storage, 'getItem' | 'setItem'>

function sessionStorageOrNone(): Kept | null {
  try {
    return window.sessionStorage
  } catch {
    return null
  }
}

/**
 * Reloads a speaker view when the presenter's page shows a newer version of the deck, to update notes, previews and
 * numbers. Reloads once per version, and never without storage.
 */
export function reloadWhenNewer(
  link: StageLink,
  deck: { readonly id: number; readonly version: number },
  reload: () => void = () => window.location.reload(),
  storage: Kept | null = sessionStorageOrNone(),
): void {
  const key = `lectern:stage-version:${deck.id}`
  const reloadIfNewer = (): void => {
    const version = link.snapshot().state.version ?? 0
    if (version <= deck.version || !storage || Number(storage.getItem(key) ?? 0) >= version) return
    storage.setItem(key, String(version))
    reload()
  }
  link.subscribe(reloadIfNewer)
  reloadIfNewer()
}
