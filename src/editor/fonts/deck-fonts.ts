import { fontStyles } from '../../rules/font-services.ts'
import { timings } from '../../rules/timings.ts'
import { createStore, type Store } from '../../ui/store.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorModel } from '../state/editor-model.ts'

/** How loading a deck's fonts from outside services went, and the families they brought. */
export interface DeckFonts {
  readonly state: 'none' | 'loading' | 'loaded' | 'failed'
  readonly families: readonly string[]
}

const stores = new WeakMap<EditorModel, Store<DeckFonts>>()

/** The fonts of an editor's deck that come from outside. */
export function deckFonts(model: EditorModel): Store<DeckFonts> {
  const known = stores.get(model)
  if (known) return known
  const made = createStore<DeckFonts>({ state: 'none', families: [] })
  stores.set(model, made)
  return made
}

const mark = 'data-font-service'

/** Makes a document load exactly these style sheets of font services. Those that are there already stay. */
export function showFontStyles(document: Document, addresses: readonly string[]): HTMLLinkElement[] {
  const present = [...document.head.querySelectorAll<HTMLLinkElement>(`link[${mark}]`)]
  for (const link of present) if (!addresses.includes(link.href)) link.remove()
  return addresses.map((address) => {
    const known = present.find((link) => link.href === address)
    if (known) return known
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.setAttribute(mark, '')
    link.href = address
    document.head.append(link)
    return link
  })
}

/** Resolves when a style sheet is there; rejects when it can't be had, or not within 5 seconds. */
function loaded(link: HTMLLinkElement): Promise<void> {
  if (link.sheet) return Promise.resolve()
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The fonts took too long')), timings.fontLoad)
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new Error('The fonts could not be loaded')))
  })
}

/** The families that style sheets brought into a document, once each. */
function familiesOf(document: Document, before: ReadonlySet<string>): string[] {
  const names = [...document.fonts].map((face) => face.family.replace(/^["']|["']$/g, ''))
  return [...new Set(names)].filter((name) => !before.has(name)).toSorted()
}

/**
 * Loads the fonts that the deck takes from outside into the canvas's document, whenever they change, and tells when
 * they don't come. Returns what ends it.
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
