import type { BlockEditing, EditingModule, EditingPlace } from './block-editor.ts'

/** In-place editing in a module of its own. A failed load can be repeated. */
export function editingModule<P>(load: () => Promise<(place: EditingPlace<P>) => BlockEditing>): EditingModule<P> {
  let loaded: ReturnType<EditingModule<P>['loaded']> = null
  return {
    loaded: () => loaded,
    load: async () => {
      loaded ??= await load()
    },
  }
}
