import { useId } from 'react'
import { declarationOf, withDeclaration, withPair } from '../../blocks/block-style.ts'
import { editorOf } from '../../blocks/find-editor.ts'
import { customIdAttribute, customIdOf } from '../../document/custom-ids.ts'
import type { Block } from '../../document/deck-model.ts'
import { planPage, pricedPlan } from '../../rules/plan-offers.ts'
import { reservedBlockClasses } from '../../rules/reserved-classes.ts'
import { updateBlocks } from '../commands/block-commands.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import { ClassField } from './class-field.tsx'
import { ColorInput } from './colors/color-button.tsx'
import { CustomIdField } from './custom-id-field.tsx'
import { NumberInput } from './number-input.tsx'
import styles from './panel.module.css'
import { PanelGroup } from './panel-group.tsx'
import { ScrubLabel } from './scrub-label.tsx'
import { Choice } from './text-controls.tsx'
import { useThemeColor } from './use-theme-color.ts'

/** Named shadows: vertical offset and blur (px), and opacity. */
const shadows = [
  { label: 'None', value: '' },
  { label: 'Soft', value: '0px 2px 6px rgba(0, 0, 0, 0.2)' },
  { label: 'Medium', value: '0px 6px 18px rgba(0, 0, 0, 0.28)' },
  { label: 'Strong', value: '0px 12px 36px rgba(0, 0, 0, 0.4)' },
  { label: 'Hard edge', value: '6px 6px 0px rgba(0, 0, 0, 0.35)' },
] as const

const borderStyles = [
  { label: 'Solid', value: 'solid' },
  { label: 'Dashed', value: 'dashed' },
  { label: 'Dotted', value: 'dotted' },
  { label: 'Double', value: 'double' },
]

type Change = (change: (block: Block) => Block, label: string, merges: boolean) => void

/** Whether a shared control applies to all blocks: a type that has its own control is excluded. */
function all(blocks: readonly Block[], control: 'border' | 'radius' | 'shadow'): boolean {
  return blocks.every((block) => !editorOf(block.type)?.without?.includes(control))
}

/** The px value of a declaration; 0 if there is none. */
function pxOf(block: Block, property: string): number {
  return Number.parseFloat(declarationOf(block, property)) || 0
}

function withBorder(block: Block, width: number): Block {
  if (width === 0) {
    return ['border-width', 'border-style', 'border-color'].reduce(
      (one, name) => withDeclaration(one, name, null),
      block,
    )
  }
  const style = declarationOf(block, 'border-style') || 'solid'
  const color = declarationOf(block, 'border-color') || 'currentcolor'
  const wide = withDeclaration(block, 'border-width', `${width}px`)
  return withDeclaration(withDeclaration(wide, 'border-style', style), 'border-color', color)
}

const borderPlace = { part: '', property: 'border-top-color' }

function Border({ block, change }: { block: Block; change: Change }) {
  const id = useId()
  const width = pxOf(block, 'border-width')
  const color = declarationOf(block, 'border-color')
  const own = color === 'currentcolor' ? '' : color
  const theme = useThemeColor(block.id, width > 0 && own === '' ? borderPlace : null)
  return (
    <>
      <div className={styles.row}>
        <label htmlFor={`${id}-width`}>Border</label>
        <NumberInput
          id={`${id}-width`}
          unit="px"
          min={0}
          max={60}
          step={1}
          value={width}
          onChange={(value, merges) => change((one) => withBorder(one, value), 'Border', merges)}
        />
      </div>
      {width > 0 && (
        <>
          <div className={styles.row}>
            <label htmlFor={`${id}-style`}>Border style</label>
            <Choice
              id={`${id}-style`}
              value={declarationOf(block, 'border-style')}
              options={borderStyles}
              onChange={(value) => change((one) => withDeclaration(one, 'border-style', value), 'Border style', false)}
            />
          </div>
          <div className={styles.row}>
            <label htmlFor={`${id}-color`}>Border color</label>
            <ColorInput
              id={`${id}-color`}
              label="Border color"
              value={own}
              theme={theme}
              onChange={(value, merges) =>
                change((one) => withDeclaration(one, 'border-color', value || 'currentcolor'), 'Border color', merges)
              }
            />
          </div>
        </>
      )}
    </>
  )
}

function Radius({ block, change }: { block: Block; change: Change }) {
  const id = useId()
  return (
    <div className={styles.row}>
      <label htmlFor={id}>Corner radius</label>
      <NumberInput
        id={id}
        unit="px"
        min={0}
        max={350}
        step={1}
        value={pxOf(block, 'border-radius')}
        onChange={(value, merges) =>
          change((one) => withDeclaration(one, 'border-radius', value === 0 ? null : `${value}px`), 'Corners', merges)
        }
      />
    </div>
  )
}

/** The block's shadow: `filter: drop-shadow` for a drawn shape, `box-shadow` for a box. */
function shadowOf(block: Block): string {
  const drawn = /^drop-shadow\((.*)\)$/.exec(declarationOf(block, 'filter'))?.[1]
  return drawn ?? declarationOf(block, 'box-shadow')
}

function withShadow(block: Block, shadow: string): Block {
  const drawn = editorOf(block.type)?.isDrawing === true
  const filter = withDeclaration(block, 'filter', drawn && shadow !== '' ? `drop-shadow(${shadow})` : null)
  return withDeclaration(filter, 'box-shadow', drawn || shadow === '' ? null : shadow)
}

function Shadow({ block, change }: { block: Block; change: Change }) {
  const id = useId()
  return (
    <div className={styles.row}>
      <label htmlFor={id}>Shadow</label>
      <Choice
        id={id}
        value={shadowOf(block)}
        options={shadows}
        onChange={(value) => change((one) => withShadow(one, value), 'Shadow', false)}
      />
    </div>
  )
}

function opacityOf(block: Block): number {
  const declared = declarationOf(block, 'opacity')
  return declared === '' ? 100 : Math.round(Number(declared) * 100)
}

/** Replaces the block's custom classes; classes set by the player stay. */
function withClasses(block: Block, names: readonly string[]): Block {
  return { ...block, classes: [...block.classes.filter((name) => reservedBlockClasses.includes(name)), ...names] }
}

function withCustomId(block: Block, id: string): Block {
  return { ...block, attributes: withPair(block.attributes, customIdAttribute, id === '' ? null : id) }
}

/**
 * The styles that all blocks share: opacity, border, corners, shadow; and classes and id if the deck's plan has custom
 * CSS.
 */
export function BoxFields(props: { readonly blocks: readonly Block[]; readonly customCss: boolean }) {
  const { blocks, customCss } = props
  const { model } = useEditorInstance()
  const id = useId()
  const first = blocks[0]
  if (!first) return null
  const change: Change = (apply, label, merges) => {
    const ids = blocks.map((block) => block.id)
    model.apply(updateBlocks(model.getState().slideId, ids, apply), { undo: merges ? 'merge' : 'step', label })
  }
  const fade = (value: number, merges: boolean): void => {
    const opacity = value === 100 ? null : String(value / 100)
    change((one) => withDeclaration(one, 'opacity', opacity), 'Opacity', merges)
  }
  return (
    <PanelGroup title="Look">
      <div className={styles.row}>
        <ScrubLabel
          htmlFor={id}
          min={0}
          max={100}
          step={1}
          undoLabel="Opacity"
          value={opacityOf(first)}
          onChange={fade}
        >
          Opacity
        </ScrubLabel>
        <NumberInput id={id} unit="%" min={0} max={100} step={5} value={opacityOf(first)} onChange={fade} />
      </div>
      {all(blocks, 'border') && <Border block={first} change={change} />}
      {all(blocks, 'radius') && <Radius block={first} change={change} />}
      {all(blocks, 'shadow') && <Shadow block={first} change={change} />}
      {customCss && (
        <ClassField
          key={`classes ${first.id}`}
          label="Class names"
          stored={first.classes}
          reserved={reservedBlockClasses}
          onChange={(names) => change((one) => withClasses(one, names), 'Classes', false)}
        />
      )}
      {!customCss && (
        <p className={styles.note}>
          Class names come with {pricedPlan('customCss')}.{' '}
          <a href={planPage} target="_blank" rel="noopener">
            See the plans
          </a>
        </p>
      )}
      {customCss && blocks.length === 1 && (
        <CustomIdField
          key={first.id}
          value={customIdOf(first)}
          onChange={(id) => change((one) => withCustomId(one, id), 'CSS ID', false)}
        />
      )}
    </PanelGroup>
  )
}
