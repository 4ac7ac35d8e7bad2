import { loadDrawing } from '../../blocks/chart/chart-drawing.ts'
import { loadPart } from '../state/load-part.ts'
import type { EditorServices } from '../state/services.ts'
import type * as SlideLayouts from './slide-layouts.ts'

let loaded: typeof SlideLayouts | null = null

/** Loads the layouts, and the drawing of their charts. Returns null if they are loaded. */
export function loadLayouts(): Promise<void> | null {
  const drawing = loadDrawing()
  if (loaded && !drawing) return null
  return loadPart(Promise.all([import('./slide-layouts.ts'), drawing])).then(([imported]) => {
    loaded = imported
  })
}

/**
 * Runs a task that needs the layouts: synchronously if they are loaded, so that the next key goes to the new slide.
 * Shows an error if they cannot be loaded.
 */
export function withLayouts(services: EditorServices, task: (layouts: typeof SlideLayouts) => void): void {
  const loading = loadLayouts()
  if (!loading) task(loaded!)
  else loading.then(() => task(loaded!)).catch((error: Error) => services.notify(error.message, 'error'))
}
