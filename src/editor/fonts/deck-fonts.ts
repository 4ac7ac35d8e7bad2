import { fontStyles } from '../../rules/font-services.ts'
import { timings } from '../../rules/timings.ts'
import { createStore, type Store } from '../../ui/store.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'

/** The loading state of a deck's fonts from font services, and their families. */
export interface DeckFonts {
  readonly state: 'none' | 'loading' | 'loaded' | 'failed'
  readonly families: readonly string[]
}

const stores = new WeakMap<EditorModel, Store<DeckFonts>>()

/** The store of an editor's custom fonts. */
export function deckFonts(model: EditorModel): Store<DeckFonts> {
  const existing = stores.get(model)
  if (existing) return existing
  const store = createStore<DeckFonts>({ state: 'none', families: [] })
  stores.set(model, store)
  return store
}

const mark = 'data-font-service'

/** Makes a document load exactly these style sheets of font services. Those already loaded are kept. */
export function showFontStyles(document: Document, addresses: readonly string[]): HTMLLinkElement[] {
  const present = [...document.head.querySelectorAll<HTMLLinkElement>(`link[${mark}]`)]
  for (const link of present) if (!addresses.includes(link.href)) link.remove()
  return addresses.map((address) => {
    const existing = present.find((link) => link.href === address)
    if (existing) return existing
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.setAttribute(mark, '')
    link.href = address
    document.head.append(link)
    return link
  })
}

/** Resolves when a style sheet is loaded. Rejects on an error or after 5 seconds. */
function loaded(link: HTMLLinkElement): Promise<void> {
  if (link.sheet) return Promise.resolve()
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The fonts took too long')), timings.fontLoad)
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new Error('The fonts could not be loaded')))
  })
}

/** The families that style sheets added to a document, without duplicates. */
function familiesOf(document: Document, before: ReadonlySet<string>): string[] {
  const names = [...document.fonts].map((face) => face.family.replace(/^["']|["']$/g, ''))
  return [...new Set(names)].filter((name) => !before.has(name)).toSorted()
}

/**
 * Loads the deck's custom fonts in the canvas's document whenever they change, and reports failures. Returns the
 * cleanup function.
 */
export function attachDeckFonts(document: Document, { model, services }: Editor): () => void {
  const store = deckFonts(model)
  const own = new Set([...document.fonts].map((face) => face.family.replace(/^["']|["']$/g, '')))
  let shown = ''
  const follow = (): void => {
    const addresses = fontStyles(model.getState().deck.settings)
    const wanted = addresses.join('\n')
    if (wanted === shown) return
    shown = wanted
    const links = showFontStyles(document, addresses)
    store.set({ state: links.length === 0 ? 'none' : 'loading', families: [] })
    if (links.length === 0) return
    void Promise.allSettled(links.map(loaded)).then((results) => {
      if (shown !== wanted) return
      const failed = results.some((result) => result.status === 'rejected')
      store.set({ state: failed ? 'failed' : 'loaded', families: familiesOf(document, own) })
      if (failed) services.notify('The custom fonts could not be loaded', 'error')
    })
  }
  follow()
  return model.subscribe(follow)
}
