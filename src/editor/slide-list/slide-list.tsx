import { Plus } from 'lucide-react'
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { numberAt } from '../../document/slide-number.ts'
import type { SlideId, Stack } from '../../document/types.ts'
import { Button } from '../../web/ui/button.tsx'
import { classNames } from '../../web/ui/class-names.ts'
import { actionNamed } from '../actions/index.ts'
import { ActionButton } from '../panels/action-button.tsx'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import type { DropPlace } from './drop-place.ts'
import styles from './slide-list.module.css'
import { SlideMenu } from './slide-menu.tsx'
import { SlideThumbnail } from './slide-thumbnail.tsx'
import { useSlideDrag } from './use-slide-drag.ts'

interface ItemProps {
  readonly slideId: SlideId
  /** Indices from 0. */
  readonly h: number
  readonly v: number
  readonly number: string
  readonly dragged: boolean
  readonly drop: DropPlace | null
  begin(event: PointerEvent, slideId: SlideId): void
}

const DropLine = ({ place }: { place: DropPlace }) => (
  <span className={classNames(styles.drop, styles[place.edge], place.nested && styles.nested)}>
    <span>{place.nested ? 'below' : 'beside'}</span>
  </span>
)

const SlideItem = memo(function SlideItem({ slideId, h, v, number, dragged, drop, begin }: ItemProps) {
  const editor = useEditorInstance()
  const slide = useEditor(({ deck }) => deck.slides[slideId])
  const settings = useEditor(({ deck }) => deck.settings)
  const current = useEditor((state) => state.slideId === slideId)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (current) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  if (!slide) return null
  const skipped = slide.attributes['data-visibility'] === 'hidden'
  return (
    <li
      className={classNames(styles.item, v > 0 && styles.inStack, dragged && styles.dragged)}
      data-slide-item={slideId}
    >
      {drop && <DropLine place={drop} />}
      <button
        ref={button}
        type="button"
        data-slide={slideId}
        data-position={`${h}/${v}`}
        className={classNames(styles.slide, current && styles.current, skipped && styles.skipped)}
        aria-current={current || undefined}
        aria-label={`Slide ${number}${skipped ? ', skipped' : ''}`}
        tabIndex={current ? 0 : -1}
        onPointerDown={(event) => begin(event, slideId)}
        onClick={() => editor.goTo(slideId)}
      >
        <span aria-hidden="true">{number}</span>
        <span className={styles.picture}>
          <SlideThumbnail slide={slide} settings={settings} />
        </span>
      </button>
    </li>
  )
})

/** The keys of the list: arrows go, with Mod they move the slide, Enter adds one, Delete asks and deletes. */
const listKeys: Readonly<Record<string, string>> = {
  ArrowDown: 'next-slide',
  ArrowRight: 'next-slide',
  ArrowUp: 'previous-slide',
  ArrowLeft: 'previous-slide',
  'Mod+ArrowDown': 'move-slide-later',
  'Mod+ArrowUp': 'move-slide-earlier',
  Enter: 'new-slide',
  Delete: 'delete-slide',
  Backspace: 'delete-slide',
}

function useListKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  const editor = useEditorInstance()
  return (event) => {
    const name = `${event.ctrlKey || event.metaKey ? 'Mod+' : ''}${event.key}`
    const id = listKeys[name]
    if (id === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const action = actionNamed(id)
    if (action.when(editor.getState())) action.run(editor)
    const list = event.currentTarget
    // The focus follows the slide that is now current, so that the next key goes on from there.
    requestAnimationFrame(() =>
      list.querySelector<HTMLElement>(`[data-slide="${editor.getState().slideId}"]`)?.focus({ preventScroll: true }),
    )
  }
}

const add = actionNamed('new-slide')

function itemsOf(stacks: readonly Stack[]): { slideId: SlideId; h: number; v: number; number: string }[] {
  return stacks.flatMap((stack, h) =>
    stack.slides.map((slideId, v) => ({ slideId, h, v, number: numberAt(stack, { h, v }) })),
  )
}

/** All slides of the deck in two levels: to go to, to add, to move by dragging or with the keys. */
export function SlideList() {
  const stacks = useEditor(({ deck }) => deck.stacks)
  const items = useMemo(() => itemsOf(stacks), [stacks])
  const { drag, begin } = useSlideDrag()
  const editor = useEditorInstance()
  const onKeyDown = useListKeys()
  const hasRoom = useEditor(add.when)
  return (
    <nav className={styles.list} aria-label="Slides">
      <ol className={styles.scroll} data-slide-list onKeyDown={onKeyDown}>
        {items.map((item) => (
          <SlideItem
            key={item.slideId}
            {...item}
            dragged={drag?.slideId === item.slideId}
            drop={drag?.place?.of === item.slideId ? drag.place : null}
            begin={begin}
          />
        ))}
      </ol>
      <div className={styles.add}>
        <Button
          wide
          icon={<Plus size={16} />}
          disabled={!hasRoom}
          onClick={(event) => {
            add.run(editor)
            // The next keys are for the new slide, unless the button was pressed with a key and is again.
            if (event.detail > 0) editor.focusCanvas()
          }}
        >
          Slide
        </Button>
        <ActionButton action={actionNamed('new-slide-below')} />
        <SlideMenu />
      </div>
    </nav>
  )
}
