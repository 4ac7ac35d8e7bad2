import type { Page } from '@playwright/test'

interface Head {
  readonly key: string
  readonly deckId: number | null
}

/** The drafts in this browser. The journal is written shortly after each change, without an event. */
function heads(page: Page): Promise<Head[]> {
  return page.evaluate(
    () =>
      new Promise<Head[]>((resolve, reject) => {
        const opening = indexedDB.open('lectern-journal')
        opening.onerror = () => reject(opening.error)
        // The editor creates it with its first draft.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onsuccess = () => {
          const all = opening.result.transaction('heads').objectStore('heads').getAll()
          all.onsuccess = () => {
            opening.result.close()
            resolve(all.result)
          }
        }
      }),
  )
}

/** Number of decks with unsaved work in this browser. */
export async function journalSize(page: Page): Promise<number> {
  return (await heads(page)).length
}

/** Number of drafts of a deck in this browser that no open window has: the next editor there restores or offers them. */
export async function leftDrafts(page: Page, deckId: number): Promise<number> {
  const locks = await page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name) ?? [])
  const all = await heads(page)
  return all.filter((head) => head.deckId === deckId && !locks.includes(`lectern-journal-${head.key}`)).length
}
