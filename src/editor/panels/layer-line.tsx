import { Eye, EyeOff, Group, Lock, LockOpen } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { editorOf } from '../../blocks/find-editor.ts'
import { limits } from '../../rules/limits.ts'
import { classNames } from '../../ui/class-names.ts'
import { isHidden, setHidden, setLocked, setName } from '../commands/block-commands.ts'
import type { EditorModel } from '../state/editor-model.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import { blockLabel } from './block-label.ts'
import type { LayerRow } from './layer-rows.ts'
import styles from './layers-panel.module.css'

/** Props of LayerLine. */
export interface LayerLineProps {
  readonly row: LayerRow
  readonly selected: boolean
  /** Where the dragged rows would be dropped. */
  readonly mark: 'upper' | 'lower' | null
  onKeyDown(event: KeyboardEvent): void
  onPointerDown(event: PointerEvent): void
}

/** One row in the list of layers. */
export function LayerLine({ row, selected, mark, onKeyDown, onPointerDown }: LayerLineProps) {
  const { model } = useEditorInstance()
  const [renaming, setRenaming] = useState(false)
  const members = model.slide().blocks.filter((block) => row.ids.includes(block.id))
  const hidden = members.every(isHidden)
  const locked = members.every((block) => block.locked)
  const Icon = row.block ? (editorOf(row.block.type)?.icon ?? Group) : Group
  const rename = row.block ? () => setRenaming(true) : undefined
  return (
    <li
      data-row={row.key}
      className={classNames(styles.row, selected && styles.selected, hidden && styles.hidden)}
      style={{ paddingInlineStart: 12 + row.path.length * 16 }}
      data-mark={mark ?? undefined}
    >
      {renaming && row.block ? (
        <NameField row={row} onEnd={() => setRenaming(false)} />
      ) : (
        <button
          type="button"
          className={styles.name}
          data-layer=""
          aria-pressed={selected}
          title={row.label}
          onClick={(event) => choose(model, row, event.shiftKey || event.ctrlKey || event.metaKey)}
          onDoubleClick={rename}
          onPointerDown={onPointerDown}
          onKeyDown={(event) => {
            if (event.key === 'F2' && rename) rename()
            else onKeyDown(event)
          }}
        >
          <Icon size={15} aria-hidden />
          <span>{row.label}</span>
        </button>
      )}
      <LayerSwitch
        label={`${hidden ? 'Show' : 'Hide'} ${row.label}`}
        on={hidden}
        icon={hidden ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
        onClick={() => apply(model, row, hidden ? 'Show' : 'Hide', setHidden, !hidden)}
      />
      <LayerSwitch
        label={`${locked ? 'Unlock' : 'Lock'} ${row.label}`}
        on={locked}
        icon={locked ? <Lock size={15} aria-hidden /> : <LockOpen size={15} aria-hidden />}
        onClick={() => apply(model, row, locked ? 'Unlock' : 'Lock', setLocked, !locked)}
      />
    </li>
  )
}

function LayerSwitch(props: { label: string; on: boolean; icon: React.ReactNode; onClick: () => void }) {
  const { label, on, icon, onClick } = props
  return (
    <button
      type="button"
      className={classNames(styles.switch, on && styles.on)}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {icon}
    </button>
  )
}

/** The name of a block while it is edited: Enter or blur applies it, Escape discards it. */
function NameField({ row, onEnd }: { row: LayerRow; onEnd: () => void }) {
  const { model } = useEditorInstance()
  const block = row.block!
  const [text, setText] = useState(blockLabel(block))
  const commit = () => {
    onEnd()
    if (text.trim() === blockLabel(block)) return
    model.apply(setName(model.getState().slideId, block.id, text.trim()), { undo: 'step', label: 'Rename' })
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the user has just asked to rename
      autoFocus
      className={styles.field}
      aria-label="Name"
      maxLength={limits.slide.blockName}
      value={text}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        else if (event.key === 'Escape') onEnd()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}

function choose(model: EditorModel, row: LayerRow, adding: boolean): void {
  const { selection } = model.getState()
  const all = row.ids.every((id) => selection.includes(id))
  const others = adding ? selection.filter((id) => !row.ids.includes(id)) : []
  model.select(adding && all ? others : [...others, ...row.ids])
}

function apply(model: EditorModel, row: LayerRow, label: string, set: typeof setLocked, value: boolean): void {
  model.apply(set(model.getState().slideId, row.ids, value), { undo: 'step', label })
}
