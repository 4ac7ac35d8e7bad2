import { MapPin, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Pin } from '../../../document/pins.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { useStore } from '../../../ui/store.ts'
import type { PanelSlides } from '../collaboration/collaboration.ts'
import type { PagePins, PinnableBlock } from '../collaboration/page-pins.ts'
import type { CommentsModel } from './comments-model.ts'
import styles from './pins.module.css'

/** Props of PinChoice. */
export interface PinChoiceProps {
  readonly model: CommentsModel
  readonly pins: PagePins
  readonly slides: PanelSlides
}

/**
 * Pins the next comment to words while they are selected, and to nothing on another slide. Once a comment is begun it
 * stays pinned to its words.
 */
function useSelectedWords({ model, pins, slides }: PinChoiceProps): void {
  const selected = useStore(pins.selected)
  const words = useRef<Pin | null>(null)
  useEffect(() => {
    const before = words.current
    words.current = selected && selected.quote !== '' ? selected : null
    if (words.current) model.pinDraft.set({ pin: words.current, label: `“${words.current.quote}”` })
    else if (before && model.pinDraft.get()?.pin === before && model.drafts.get(0) === '') model.pinDraft.set(null)
  }, [model, selected])
  useEffect(() => {
    let shown = slides.current()
    return slides.subscribe(() => {
      if (slides.current() === shown) return
      shown = slides.current()
      model.pinDraft.set(null)
    })
  }, [model, slides])
}

/** The blocks of the shown slide, read again when the list is about to be opened. */
function useBlocks({ pins, slides }: PinChoiceProps): readonly [readonly PinnableBlock[], () => void] {
  const [blocks, setBlocks] = useState<readonly PinnableBlock[]>([])
  const turn = useRef(0)
  const read = useCallback(() => {
    turn.current += 1
    const own = turn.current
    pins.blocks().then(
      (found) => own === turn.current && setBlocks(found),
      () => own === turn.current && setBlocks([]),
    )
  }, [pins])
  useEffect(() => {
    read()
    return slides.subscribe(read)
  }, [read, slides])
  return [blocks, read]
}

/** What the next comment is pinned to: selected words, or a block from a list. */
export function PinChoice(props: PinChoiceProps) {
  const { model, pins } = props
  const draft = useStore(model.pinDraft)
  const selected = useStore(pins.selected)
  const [blocks, read] = useBlocks(props)
  useSelectedWords(props)
  if (draft) {
    return (
      <div className={styles.draft}>
        <MapPin size={14} aria-hidden />
        <span className={styles.words}>
          <span className="spoken-only">Pinned to </span>
          {draft.label}
        </span>
        <IconButton
          className={styles.remove}
          label="Remove the pin"
          icon={<X size={14} aria-hidden />}
          onClick={() => model.pinDraft.set(null)}
        />
      </div>
    )
  }
  const entryOf = ({ id, label }: PinnableBlock): MenuEntry => ({
    label,
    onSelect: () => model.pinDraft.set({ pin: { block: id, quote: '', offset: 0 }, label }),
  })
  // The selected block is offered first.
  const offered = [...blocks].sort(
    (one, other) => Number(other.id === selected?.block) - Number(one.id === selected?.block),
  )
  if (offered.length === 0) return null
  return (
    <Menu
      align="start"
      groups={[{ title: 'Pin the comment to', entries: offered.map(entryOf) }]}
      trigger={
        <button type="button" className={styles.choose} onPointerEnter={read} onFocus={read}>
          <MapPin size={14} aria-hidden />
          Pin to a block
        </button>
      }
    />
  )
}
