import { useMemo } from 'react'
import { useEditor } from '../../../../editor/state/use-editor.ts'
import { type SlideSize, slideSizeOf } from '../../../../rules/slide-size.ts'

/** The size of the deck's slides; the same object while it does not change. */
export function useSlideSize(): SlideSize {
  const text = useEditor(({ deck }) => deck.settings.slide_size)
  return useMemo(() => slideSizeOf(text), [text])
}
