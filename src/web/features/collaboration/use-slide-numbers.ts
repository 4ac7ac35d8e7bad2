import { useCallback, useSyncExternalStore } from 'react'
import type { PanelSlides } from './collaboration.ts'

/** The numbers of slides, which change as slides are added, moved and removed; '' for unknown ones. */
export function useSlideNumbers(slides: PanelSlides, slideIds: readonly (string | null)[]): readonly string[] {
  const subscribe = useCallback((listener: () => void) => slides.subscribe(listener), [slides])
  // A string, since it is compared after every change of the page.
  const numbers = useSyncExternalStore(subscribe, () =>
    slideIds.map((id) => (id === null ? '' : (slides.numberOf(id) ?? ''))).join(),
  )
  return numbers.split(',')
}

/** The number of one slide; null if it is unknown. */
export function useSlideNumber(slides: PanelSlides, slideId: string | null): string | null {
  return useSlideNumbers(slides, [slideId])[0] || null
}
