/** Fraction of the width at each side where a tap is a step, 0 to 1. */
const SIDE = 0.2
/** A touch that moves further (px) or lasts longer (ms) is no tap. */
const MAX_TRAVEL = 12
const MAX_DURATION = 500

const interactive =
  'a, button, input, select, textarea, label, summary, video, audio, iframe, [contenteditable], [tabindex], .controls, .slide-number'

export interface TapZones {
  readonly root: HTMLElement
  /** Right-to-left deck: the next slide is at the left. */
  readonly rtl: boolean
  /** Whether taps are handled now: not while paused or in the overview. */
  readonly enabled: () => boolean
  readonly step: (to: 'next' | 'prev') => void
}

/**
 * Steps through the deck by taps near its sides, as e-book readers do. Interactive elements (links, videos, the
 * player's arrows) keep their taps. Returns a function that stops listening.
 */
export function watchTapZones({ root, rtl, enabled, step }: TapZones): () => void {
  let down: { x: number; y: number; at: number; id: number } | null = null
  const onDown = (event: PointerEvent): void => {
    const alone = event.pointerType === 'touch' && event.isPrimary
    down = alone ? { x: event.clientX, y: event.clientY, at: event.timeStamp, id: event.pointerId } : null
  }
  const onUp = (event: PointerEvent): void => {
    const from = down
    down = null
    if (!from || from.id !== event.pointerId || event.timeStamp - from.at > MAX_DURATION) return
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > MAX_TRAVEL || !enabled()) return
    if (event.target instanceof Element && event.target.closest(interactive)) return
    const fraction = event.clientX / window.innerWidth
    if (fraction <= SIDE) step(rtl ? 'next' : 'prev')
    else if (fraction >= 1 - SIDE) step(rtl ? 'prev' : 'next')
  }
  const onCancel = (): void => {
    down = null
  }
  root.addEventListener('pointerdown', onDown)
  root.addEventListener('pointerup', onUp)
  root.addEventListener('pointercancel', onCancel)
  return () => {
    root.removeEventListener('pointerdown', onDown)
    root.removeEventListener('pointerup', onUp)
    root.removeEventListener('pointercancel', onCancel)
  }
}
