import { ownIdAttribute } from '../../document/own-ids.ts'
import { pickedSlides } from '../commands/picked-slides.ts'
import { setAttributesOfSlides } from '../commands/slide-commands.ts'
import type { EditorState } from '../state/editor-state.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { panelTitle } from './panel-names.ts'

/** New values of a slide's attributes; null or '' removes one. `merge`: it joins the change before in one undo step. */
export type SetSlideAttributes = (
  changes: Readonly<Record<string, string | null>>,
  options?: { readonly merge?: boolean; readonly label?: string },
) => void

/** What names one slide among others: it is never given to several at once. */
const names: readonly string[] = [ownIdAttribute, 'class']

/** Which slides a change of these attributes is for: all that are chosen in the list, but names go to the one that is shown. */
export function slidesToChange(state: EditorState, attributes: readonly string[]): readonly string[] {
  return attributes.some((name) => names.includes(name)) ? [state.slideId] : pickedSlides(state)
}

/** Changes attributes of the slide on the canvas, and of those chosen together with it. */
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

/** An attribute of the slide on the canvas, '' when it has none, and how to change it. */
export function useSlideAttribute(name: string): [string, (value: string | null, merge?: boolean) => void] {
  const set = useSetSlideAttributes()
  const value = useEditor(({ deck, slideId }) => deck.slides[slideId]?.attributes[name] ?? '')
  return [value, (next, merge) => set({ [name]: next }, { merge })]
}

/** An attribute that says yes by being there. */
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
