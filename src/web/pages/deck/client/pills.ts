import { timings } from '../../../../rules/timings.ts'
import { currentDevice } from '../../../../ui/device.ts'
import type { DeckPosition, DeckView } from './deck-view.ts'
import { find, type PageScriptData } from './page-script-data.ts'

/** How long an instruction stays, in ms. */
const INSTRUCTION_STAYS = 8000

function show(pill: HTMLElement, on: boolean): void {
  if (on) pill.hidden = false
  // One frame later, so that the change is drawn as a movement.
  requestAnimationFrame(() => {
    pill.dataset.shown = String(on)
    if (on) return
    setTimeout(() => {
      if (pill.dataset.shown === 'false') pill.hidden = true
    }, timings.animation)
  })
}

/** Shows who made what, for a moment, after the page has loaded. */
export function showSummaryPill(): void {
  const pill = find('[data-summary-pill]')
  if (!pill) return
  setTimeout(() => {
    show(pill, true)
    setTimeout(() => show(pill, false), timings.summaryPillHide)
  }, timings.summaryPillShow)
}

/** What this browser remembers; null where it remembers nothing, and then nothing is shown. */
function storage(): Storage | null {
  try {
    const { localStorage } = window
    localStorage.setItem('lectern:probe', '1')
    localStorage.removeItem('lectern:probe')
    return localStorage
  } catch {
    return null
  }
}

/** Who is told how to move: visitors at a computer, in decks of more than one slide, and each kind once in a browser. */
export function instructionsWanted(data: PageScriptData): boolean {
  return data.signedInAs === null && currentDevice() === 'computer' && (data.slides?.length ?? 0) > 1
}

function instruct(kind: 'navigation' | 'vertical', memory: Storage): (() => void) | null {
  const pill = find(`[data-${kind}-pill]`)
  const key = `lectern:${kind}-instruction`
  if (!pill || memory.getItem(key)) return null
  memory.setItem(key, '1')
  show(pill, true)
  const hide = (): void => show(pill, false)
  setTimeout(hide, INSTRUCTION_STAYS)
  return hide
}

/** Tells newcomers how to move: sideways after 6 s on the first slide, downwards 1 s after reaching a stack. */
export function showInstructions(view: DeckView, data: PageScriptData): void {
  const memory = instructionsWanted(data) ? storage() : null
  if (!memory) return
  const slides = data.slides ?? []
  const hasBelow = ({ h, v }: DeckPosition): boolean =>
    slides.some(([slideH, slideV]) => slideH === h && slideV === v + 1)
  let hide: (() => void) | null = null
  let moved = false
  let arrival: ReturnType<typeof setTimeout> | undefined
  let at: DeckPosition | null = null

  setTimeout(() => {
    if (!moved) hide = instruct('navigation', memory) ?? hide
  }, timings.navigationInstruction)
  view.onPosition((position) => {
    if (at && at.h === position.h && at.v === position.v) return
    if (at) {
      moved = true
      hide?.()
      hide = null
    }
    at = position
    clearTimeout(arrival)
    if (!hasBelow(position)) return
    arrival = setTimeout(() => {
      hide = instruct('vertical', memory) ?? hide
    }, timings.verticalNavigationInstruction)
  })
}
