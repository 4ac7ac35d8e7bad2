import { useId } from 'react'
import type { Block } from '../../../document/deck-model.ts'
import { actionNamed } from '../../actions/index.ts'
import { setBlockAttribute } from '../../commands/block-commands.ts'
import { animateBlocks } from '../../commands/step-commands.ts'
import { useEditorInstance } from '../../state/use-editor.ts'
import { ActionRow } from '../action-row.tsx'
import { NumberInput } from '../number-input.tsx'
import panel from '../panel.module.css'
import { PanelGroup } from '../panel-group.tsx'
import { StyleOptions } from './style-select.tsx'

const none = 'none'

function attributeOf(block: Block, name: string): string {
  return block.attributes.find(([key]) => key === name)?.[1] ?? ''
}

/** Select for how the blocks appear: a fragment style, or at once. */
function Appearance({ blocks }: { blocks: readonly Block[] }) {
  const { model } = useEditorInstance()
  const id = useId()
  const value = blocks[0]!.fragment?.style ?? none
  const change = (style: string) => {
    const ids = blocks.map((block) => block.id)
    model.apply(animateBlocks(model.getState().slideId, ids, style === none ? null : style), {
      undo: 'step',
      label: 'Animation',
    })
  }
  return (
    <div className={panel.row}>
      <label htmlFor={id}>Fragment</label>
      <select id={id} className={panel.control} value={value} onChange={(event) => change(event.target.value)}>
        <option value={none}>None</option>
        <StyleOptions value={value === none ? '' : value} />
      </select>
    </div>
  )
}

/** Auto-animate of one block: the id that matches it with a block of the next slide, and its own timing. */
function Identity({ block }: { block: Block }) {
  const id = useId()
  const { model } = useEditorInstance()
  const set = (name: string, value: string | null, merge: boolean) =>
    model.apply(setBlockAttribute(model.getState().slideId, [block.id], name, value || null), {
      undo: merge ? 'merge' : 'step',
      label: 'Auto-animate',
      key: `block-${name}`,
    })
  const seconds = (name: string, label: string, usual: number) => (
    <div className={panel.row}>
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <NumberInput
        id={`${id}-${name}`}
        {...{ unit: 's', min: 0, max: 60, step: 0.1 }}
        value={Number(attributeOf(block, name) || usual)}
        onChange={(next, merge) => set(name, next === usual ? null : String(next), merge)}
      />
    </div>
  )
  const named = attributeOf(block, 'data-id') !== ''
  return (
    <>
      <label className={panel.row} title="Blocks of neighboring slides with the same name move into one another">
        <span>Auto-animate as</span>
        <input
          className={panel.control}
          value={attributeOf(block, 'data-id')}
          maxLength={64}
          placeholder="By what it holds"
          onChange={(event) => set('data-id', event.target.value.replace(/[^A-Za-z0-9_-]/g, '-'), true)}
        />
      </label>
      {named && seconds('data-auto-animate-duration', 'Duration', 1)}
      {named && seconds('data-auto-animate-delay', 'Delay', 0)}
    </>
  )
}

/** How the selected blocks appear on their slide, and how auto-animate moves them to the next one. */
export function BlockAnimation({ blocks }: { blocks: readonly Block[] }) {
  const framed = blocks.filter((block) => block.frame !== null)
  if (framed.length === 0) return null
  return (
    <PanelGroup title="Animation">
      <Appearance blocks={framed} />
      {framed.length === 1 && <Identity block={framed[0]!} />}
      <ActionRow actions={[actionNamed('panel-animation')]} />
    </PanelGroup>
  )
}
