import { setSlideAttributes } from '../commands/slide-commands.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'

/** New values of a slide's attributes; null or '' removes one. `merge`: it joins the change before in one undo step. */
export type SetSlideAttributes = (
  changes: Readonly<Record<string, string | null>>,
  options?: { readonly merge?: boolean; readonly label?: string },
) => void

/** Changes attributes of the slide on the canvas. */
export function useSetSlideAttributes(): SetSlideAttributes {
  const editor = useEditorInstance()
  return (changes, { merge = false, label = 'Slide options' } = {}) => {
    const wanted = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value || null]))
    editor.apply(setSlideAttributes(editor.getState().slideId, wanted), {
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
  const editor = useEditorInstance()
  const on = useEditor(({ deck, slideId }) => deck.slides[slideId]?.attributes[name] !== undefined)
  return [
    on,
    (next) =>
      editor.apply(setSlideAttributes(editor.getState().slideId, { [name]: next ? '' : null }), {
        undo: 'step',
        label: 'Slide options',
      }),
  ]
}
