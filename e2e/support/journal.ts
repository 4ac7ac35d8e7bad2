import type { Page } from '@playwright/test'

/** Number of decks with unsaved work in this browser. The journal is written shortly after each change, without an event. */
export function journalSize(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('lectern-journal')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const count = opening.result.transaction('heads').objectStore('heads').count()
          count.onsuccess = () => {
            opening.result.close()
            resolve(count.result)
          }
        }
      }),
  )
}
