import type { AudiencePageData } from '../../../../api/deck-pages/live-page-data.ts'
import { find } from '../../deck/client/page-script-data.ts'
import type { Following } from './follow-stream.ts'

type Notes = Readonly<Record<string, string>>

/** Asks for the notes again. The server gives them only while the deck shares them. */
async function fetchNotes({ deckId, token }: AudiencePageData): Promise<Notes | null> {
  const query = token ? `?token=${encodeURIComponent(token)}` : ''
  const answer = await fetch(`/api/v1/decks/${deckId}.json${query}`, { headers: { accept: 'application/json' } })
  if (!answer.ok) return null
  const { notes, share_notes } = (await answer.json()) as { notes: Notes; share_notes: boolean }
  return share_notes ? notes : null
}

/** Shows the notes of the slide that is shown, while the deck shares them and the presenter wants them seen. */
export function sharedNotes(data: AudiencePageData): (following: Following) => void {
  const section = find('[data-notes]')
  const words = find('[data-notes-words]')
  let { notes, version } = data
  let asking = false
  let failed = false
  let latest: Following | null = null
  const show = (): void => {
    if (!section || !words || !latest) return
    // Another version of the deck has come, and its notes with it.
    if (version !== data.version) [notes, version] = [data.notes, data.version]
    const { state, shown } = latest
    const wanted = data.sharesNotes && state?.present_notes === true
    if (wanted && notes === null && !asking && !failed) {
      asking = true
      fetchNotes(data)
        .then((found) => {
          notes = found ?? {}
        })
        .catch(() => {
          // Without an answer the slides are there all the same; the next time the notes are switched on they are asked for again.
          failed = true
        })
        .finally(() => {
          asking = false
          if (notes !== null) show()
        })
    }
    if (!wanted) [notes, failed] = [null, false]
    const id = data.slides.find(([h, v]) => h === shown?.h && v === shown.v)?.[2]
    const text = (wanted && notes && id && notes[id]) || ''
    section.hidden = !wanted || notes === null || Object.keys(notes).length === 0
    section.dataset.empty = String(text === '')
    if (words.textContent !== text) {
      words.textContent = text
      section.scrollTop = 0
    }
  }
  return (following) => {
    latest = following
    show()
  }
}
