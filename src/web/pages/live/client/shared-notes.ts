import type { AudiencePageData } from '../../../../api/deck-pages/live-page-data.ts'
import { find } from '../../deck/client/page-script-data.ts'
import type { Following } from './follow-stream.ts'

type Notes = Readonly<Record<string, string>>

/** Fetches the notes; null if the deck does not share them. */
async function fetchNotes({ deckId, token }: AudiencePageData): Promise<Notes | null> {
  const query = token ? `?token=${encodeURIComponent(token)}` : ''
  const answer = await fetch(`/api/v1/decks/${deckId}.json${query}`, { headers: { accept: 'application/json' } })
  if (!answer.ok) return null
  const { notes, share_notes } = (await answer.json()) as { notes: Notes; share_notes: boolean }
  return share_notes ? notes : null
}

/** Shows the current slide's notes while the deck shares them and the presenter shows them. */
export function sharedNotes(data: AudiencePageData): (following: Following) => void {
  const section = find('[data-notes]')
  const textElement = find('[data-notes-words]')
  let { notes, version } = data
  let fetching = false
  let failed = false
  let latest: Following | null = null
  const show = (): void => {
    if (!section || !textElement || !latest) return
    // A newer version of the deck has its own notes.
    if (version !== data.version) [notes, version] = [data.notes, data.version]
    const { state, shown } = latest
    const wanted = data.sharesNotes && state?.present_notes === true
    if (wanted && notes === null && !fetching && !failed) {
      fetching = true
      fetchNotes(data)
        .then((found) => {
          notes = found ?? {}
        })
        .catch(() => {
          // Not retried until the notes are switched on again: the slides work without them.
          failed = true
        })
        .finally(() => {
          fetching = false
          if (notes !== null) show()
        })
    }
    if (!wanted) [notes, failed] = [null, false]
    const id = data.slides.find(([h, v]) => h === shown?.h && v === shown.v)?.[2]
    const text = (wanted && notes && id && notes[id]) || ''
    section.hidden = !wanted || notes === null || Object.keys(notes).length === 0
    section.dataset.empty = String(text === '')
    if (textElement.textContent !== text) {
      textElement.textContent = text
      section.scrollTop = 0
    }
  }
  return (following) => {
    latest = following
    show()
  }
}
