import { openBrowserDatabase, settled } from '../../../editor/journal/browser-database.ts'
import type { ThemeContent } from '../../../rules/theme-settings.ts'

/** Unsaved changes of a theme, in this browser. */
export interface ThemeDraftEntry {
  /** The author: a draft is offered to no other user. */
  readonly userId: number
  readonly themeId: number
  /** The version that was changed. */
  readonly version: number
  /** The changed fields. */
  readonly changes: Partial<ThemeContent>
  /** ms since 1970, by the browser's clock: shown, never compared. */
  readonly changedAt: number
}

/** Drafts of themes in the browser's own database. All methods reject if the browser refuses (storage full, forbidden). */
export interface ThemeJournal {
  read(userId: number, themeId: number): Promise<ThemeDraftEntry | null>
  write(entry: ThemeDraftEntry): Promise<void>
  remove(userId: number, themeId: number): Promise<void>
}

/** Opens the drafts of themes. Where there is no database (private windows of some browsers), every method rejects. */
export function openThemeJournal(factory: () => IDBFactory = () => indexedDB): ThemeJournal {
  const database = openBrowserDatabase(factory, {
    ...{ name: 'lectern-themes', version: 1 },
    upgrade: (opened) => void opened.createObjectStore('drafts'),
  })
  return {
    read: (userId, themeId) =>
      database.read('drafts', async (store) => {
        const found = await settled(store.get([userId, themeId]) as IDBRequest<ThemeDraftEntry | undefined>)
        return found ?? null
      }),
    write: (entry) =>
      database.write(['drafts'], (store) => void store('drafts').put(entry, [entry.userId, entry.themeId]), 'strict'),
    remove: (userId, themeId) => database.write(['drafts'], (store) => void store('drafts').delete([userId, themeId])),
  }
}
