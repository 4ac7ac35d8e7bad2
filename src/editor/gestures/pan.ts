import type { EditorModel } from '../state/editor-model.ts'
import type { Gesture, GestureSurface, PointerAt } from './gesture.ts'

/** Pans the slide. A slide in `fit` mode keeps its scale and no longer fits the window. */
export function panGesture(model: EditorModel, surface: GestureSurface, from: PointerAt): Gesture {
  const before = model.getState().viewport
  const { scale } = surface.placement()
  const start = before.zoom === 'fit' ? { x: 0, y: 0 } : { x: before.panX, y: before.panY }
  const move = (at: PointerAt): void =>
    model.show({
      viewport: {
        zoom: scale,
        panX: start.x + at.screen.x - from.screen.x,
        panY: start.y + at.screen.y - from.screen.y,
      },
    })
  return {
    name: 'pan',
    cursor: 'grabbing',
    move,
    end: move,
    cancel: () => model.show({ viewport: before }),
  }
}
