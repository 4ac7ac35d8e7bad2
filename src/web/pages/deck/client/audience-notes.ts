import { notesLength } from '../../../../rules/speaker.ts'
import type { DeckView } from './deck-view.ts'
import { find, type PageScriptData } from './page-script-data.ts'

/** localStorage key for hidden notes. */
const KEY = 'lectern:notes-hidden'

/** Browsers may block storage in embedded pages: the choice then lasts for this page. */
function storedHidden(): boolean {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}

function storeHidden(hidden: boolean): void {
  try {
    if (hidden) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // No storage.
  }
}

/** Shows the notes of the current slide, with a toggle that hides them. */
export function showAudienceNotes(view: DeckView, { slides = [], notes }: PageScriptData): void {
  const panel = find('[data-notes]')
  const text = find('[data-notes-words]')
  const toggle = find('[data-notes-toggle]')
  const page = find('.view')
  if (!panel || !text || !toggle || !page || !notes) return
  const show = (on: boolean): void => {
    panel.hidden = !on
    page.classList.toggle('has-notes', on)
    toggle.setAttribute('aria-expanded', String(on))
  }
  view.onPosition(({ h, v }) => {
    const id = slides.find(([slideH, slideV]) => slideH === h && slideV === v)?.[2] ?? ''
    const content = notes[id] ?? ''
    if (text.textContent === content) return
    text.textContent = content
    text.dataset.length = notesLength(content)
    panel.scrollTop = 0
  })
  toggle.addEventListener('click', () => {
    const hide = !panel.hidden
    show(!hide)
    storeHidden(hide)
  })
  if (storedHidden()) show(false)
}
