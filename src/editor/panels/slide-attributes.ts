import { customIdAttribute } from '../../document/custom-ids.ts'
import { selectedSlidesOf } from '../commands/selected-slides.ts'
import { setAttributesOfSlides } from '../commands/slide-commands.ts'
import type { EditorState } from '../state/editor-state.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { panelTitle } from './panel-names.ts'

/** Changes attributes of slides; null or '' removes one. `merge`: the change joins the previous undo step. */
export type SetSlideAttributes = (
  changes: Readonly<Record<string, string | null>>,
  options?: { readonly merge?: boolean; readonly label?: string },
) => void

/** Attributes that identify one slide: never set on several at once. */
const names: readonly string[] = [customIdAttribute, 'class']

/** The slides a change of these attributes applies to: all selected ones, but for id and class only the current one. */
export function slidesToChange(state: EditorState, attributes: readonly string[]): readonly string[] {
  return attributes.some((name) => names.includes(name)) ? [state.slideId] : selectedSlidesOf(state)
}

/** Returns a function that changes attributes of the current slide and the slides selected with it. */
export function useSetSlideAttributes(): SetSlideAttributes {
  const { model } = useEditorInstance()
  return (changes, { merge = false, label = panelTitle('slide') } = {}) => {
    const wanted = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value || null]))
    const ids = slidesToChange(model.getState(), Object.keys(changes))
    model.apply(setAttributesOfSlides(ids, wanted), {
      undo: merge ? 'merge' : 'step',
      label,
      key: `slide-${Object.keys(changes)[0]}`,
    })
  }
}

/** An attribute of the current slide ('' if missing), and its setter. */
export function useSlideAttribute(name: string): [string, (value: string | null, merge?: boolean) => void] {
  const set = useSetSlideAttributes()
  const value = useEditor(({ deck, slideId }) => deck.slides[slideId]?.attributes[name] ?? '')
  return [value, (next, merge) => set({ [name]: next }, { merge })]
}

/** An attribute whose presence means true. */
export function useSlideFlag(name: string): [boolean, (on: boolean) => void] {
  const { model } = useEditorInstance()
  const on = useEditor(({ deck, slideId }) => deck.slides[slideId]?.attributes[name] !== undefined)
  return [
    on,
    (next) =>
      model.apply(setAttributesOfSlides(slidesToChange(model.getState(), [name]), { [name]: next ? '' : null }), {
        undo: 'step',
        label: panelTitle('slide'),
      }),
  ]
}
