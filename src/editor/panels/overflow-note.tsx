import { Menu } from '@base-ui/react/menu'
import { Shrink, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import type { SlideId } from '../../document/deck-model.ts'
import { slideNumber } from '../../document/slide-number.ts'
import { usePopupFocus } from '../../ui/popup-focus.tsx'
import { slideOrder } from '../commands/find-slide.ts'
import { shrinkToFit } from '../commands/overflow-commands.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { warnedOverflow } from '../state/overflow.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { blockLabel } from './block-label.ts'
import styles from './overflow-note.module.css'
import { wordsOf } from './overflow-sign.tsx'

/** The slides that overflow, in the order of the deck. */
function overflowing(
  model: EditorModel,
): readonly { readonly id: SlideId; readonly number: string; readonly words: string }[] {
  const { deck } = model.getState()
  const overflow = warnedOverflow(model.getState().overflow)
  return slideOrder(deck).flatMap((id) => {
    const kinds = overflow[id]
    if (!kinds) return []
    const labels = deck.slides[id]!.blocks.filter((block) => kinds[block.id] !== undefined).map(blockLabel)
    return [{ id, number: slideNumber(deck, id), words: labels.join(' · ') }]
  })
}

function goTo(model: EditorModel, slideId: SlideId): void {
  model.goTo(slideId)
  model.select(Object.keys(warnedOverflow(model.getState().overflow)[slideId] ?? {}))
}

/** The list of overflowing slides, with one button that shrinks the text of all. */
function OverflowList() {
  const { model } = useEditorInstance()
  const { deck } = model.getState()
  const overflow = warnedOverflow(model.getState().overflow)
  return (
    <>
      <Menu.Group className={styles.slides}>
        <Menu.GroupLabel className={styles.title}>{wordsOf(Object.values(overflow))}</Menu.GroupLabel>
        {overflowing(model).map(({ id, number, words }) => (
          <Menu.Item
            key={id}
            className={styles.item}
            aria-label={`Slide ${number}: ${words}`}
            onClick={() => goTo(model, id)}
          >
            <span className={styles.number}>{number}</span>
            <span className={styles.words}>{words}</span>
          </Menu.Item>
        ))}
      </Menu.Group>
      {shrinkToFit(overflow)(deck) !== deck && (
        <Menu.Item
          className={styles.item}
          onClick={() => model.apply(shrinkToFit(overflow), { undo: 'step', label: 'Shrink text to fit' })}
        >
          <span className={styles.number}>
            <Shrink size={15} aria-hidden />
          </span>
          Let all of them shrink to fit
        </Menu.Item>
      )}
    </>
  )
}

/**
 * How many slides overflow, next to the Present button. A press goes to the slide, or lists them if there are several.
 */
export function OverflowNote() {
  const { model, view } = useEditorInstance()
  const overflow = useEditor((state) => warnedOverflow(state.overflow))
  const count = Object.keys(overflow).length
  const left = useRef(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const focus = usePopupFocus({
    back: trigger,
    returnsFocus: () => {
      if (left.current) view.focusCanvas()
      return !left.current
    },
  })
  if (count === 0) return null
  const words = `${wordsOf(Object.values(overflow))} on ${count === 1 ? '1 slide' : `${count} slides`}`
  const button = (
    <button type="button" className={styles.note} aria-label={words} title={words}>
      <TriangleAlert size={16} aria-hidden />
      {count}
    </button>
  )
  const only = Object.keys(overflow)[0]
  return (
    <Menu.Root
      modal={false}
      onOpenChange={(open, details) => {
        if (!open) left.current = details.reason === 'item-press'
        if (!open || count !== 1 || only === undefined) return
        details.cancel()
        goTo(model, only)
        view.focusCanvas()
      }}
    >
      <Menu.Trigger ref={trigger} render={button} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className={styles.positioner}>
          <Menu.Popup {...focus} className={styles.list} aria-label={words}>
            <OverflowList />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
