import { timings } from '../../../../rules/timings.ts'
import { currentDevice } from '../../../../ui/device.ts'
import type { DeckPosition, DeckView } from './deck-view.ts'
import { find, type PageScriptData } from './page-script-data.ts'

/** Time an instruction is shown, in ms. */
const INSTRUCTION_DURATION = 8000

function show(pill: HTMLElement, on: boolean): void {
  if (on) pill.hidden = false
  // One frame later, so that the transition runs.
  requestAnimationFrame(() => {
    pill.dataset.shown = String(on)
    if (on) return
    setTimeout(() => {
      if (pill.dataset.shown === 'false') pill.hidden = true
    }, timings.animation)
  })
}

/** Shows title and author for some seconds after the page has loaded. */
export function showSummaryPill(): void {
  const pill = find('[data-summary-pill]')
  if (!pill) return
  setTimeout(() => {
    show(pill, true)
    setTimeout(() => show(pill, false), timings.summaryPillHide)
  }, timings.summaryPillShow)
}

/** localStorage, or null if it cannot be written. Instructions are then never shown. */
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

/** Whether to show instructions: to visitors at a computer, for decks of several slides. */
function instructionsWanted(data: PageScriptData): boolean {
  return data.signedInAs === null && currentDevice() === 'computer' && (data.slides?.length ?? 0) > 1
}

function showInstruction(kind: 'navigation' | 'vertical', store: Storage): (() => void) | null {
  const pill = find(`[data-${kind}-pill]`)
  const key = `lectern:${kind}-instruction`
  if (!pill || store.getItem(key)) return null
  store.setItem(key, '1')
  show(pill, true)
  const hide = (): void => show(pill, false)
  setTimeout(hide, INSTRUCTION_DURATION)
  return hide
}

/**
 * Shows instructions, each once per browser: sideways after 6 s on the first slide, downwards 1 s after reaching a
 * stack.
 */
export function showInstructions(view: DeckView, data: PageScriptData): void {
  const store = instructionsWanted(data) ? storage() : null
  if (!store) return
  const slides = data.slides ?? []
  const hasBelow = ({ h, v }: DeckPosition): boolean =>
    slides.some(([slideH, slideV]) => slideH === h && slideV === v + 1)
  let hide: (() => void) | null = null
  let moved = false
  let arrival: ReturnType<typeof setTimeout> | undefined
  let at: DeckPosition | null = null

  setTimeout(() => {
    if (!moved) hide = showInstruction('navigation', store) ?? hide
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
      hide = showInstruction('vertical', store) ?? hide
    }, timings.verticalNavigationInstruction)
  })
}
