import { notesLength } from '../../../../rules/speaker.ts'
import type { DeckView } from './deck-view.ts'
import { find, type PageScriptData } from './page-script-data.ts'

/** Where this browser remembers that its person does not want notes. */
const KEY = 'lectern:notes-hidden'

/** Browsers may keep nothing for pages inside other pages: then the choice holds for this page. */
function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}

function remember(hidden: boolean): void {
  try {
    if (hidden) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // Nothing is kept here.
  }
}

/** Keeps the author's notes at the slide that is shown, and lets people put them away. */
export function showAudienceNotes(view: DeckView, { slides = [], notes }: PageScriptData): void {
  const panel = find('[data-notes]')
  const words = find('[data-notes-words]')
  const toggle = find('[data-notes-toggle]')
  const page = find('.view')
  if (!panel || !words || !toggle || !page || !notes) return
  const show = (on: boolean): void => {
    panel.hidden = !on
    page.classList.toggle('has-notes', on)
    toggle.setAttribute('aria-expanded', String(on))
  }
  view.onPosition(({ h, v }) => {
    const id = slides.find(([slideH, slideV]) => slideH === h && slideV === v)?.[2] ?? ''
    const text = notes[id] ?? ''
    if (words.textContent === text) return
    words.textContent = text
    words.dataset.length = notesLength(text)
    panel.scrollTop = 0
  })
  toggle.addEventListener('click', () => {
    const hide = !panel.hidden
    show(!hide)
    remember(hide)
  })
  if (remembered()) show(false)
}
