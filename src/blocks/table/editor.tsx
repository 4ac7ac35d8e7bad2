import { Table } from 'lucide-react'
import { lazy } from 'react'
import type { BlockEditor } from '../block-editor.ts'
import { styleColor, styleGround, styleSize } from '../block-style.ts'
import { editingModule } from '../editing-module.ts'
import { outlineColorOf, propOf, wordOf } from '../props-fields.ts'
import { type TableLook, type TableProps, tableLooks } from './block.ts'
import { TableSize } from './editor-size.tsx'
import { setHeaderRow } from './split-cells.ts'

const CellPanel = lazy(async () => ({ default: (await import('./editor-part.tsx')).CellPanel }))

/** The font size without one of its own, as in its style sheet. */
const usualSize = 24

/** Editor of tables: cells on the slide, rows and columns in the panel. */
export const blockEditor: BlockEditor<TableProps> = {
  icon: Table,
  startsTyping: true,
  variants: [],
  handles: null,
  text: null,
  usualSize,
  editing: editingModule(async () => (await import('./editor-cells.ts')).editCells),
  chooser: TableSize,
  partPanel: CellPanel,
  panel: [
    {
      title: 'Table',
      fields: [
        {
          kind: 'toggle',
          label: 'Header row',
          read: (block) => block.props.headerRow,
          write: (block, on) => {
            const props = setHeaderRow(block.props, on)
            return props === block.props ? block : { ...block, props }
          },
        },
        { kind: 'toggle', label: 'Header column', ...propOf<TableProps, 'headerColumn'>('headerColumn') },
        {
          kind: 'choice',
          label: 'Style',
          options: [
            { value: 'plain', label: 'Grid' },
            { value: 'accent', label: 'Accent' },
            { value: 'lines', label: 'Lines' },
          ],
          ...wordOf<TableProps, 'look', TableLook>('look', tableLooks),
        },
        { kind: 'toggle', label: 'Striped rows', ...propOf<TableProps, 'striped'>('striped') },
        {
          kind: 'color',
          label: 'Border',
          shownAt: { part: 'td', property: 'border-top-color' },
          ...outlineColorOf<'borderColor', 'borderWidth', TableProps>('borderColor', 'borderWidth', 1),
        },
        {
          kind: 'number',
          label: 'Border width',
          unit: 'px',
          min: 0,
          max: 20,
          step: 1,
          ...propOf<TableProps, 'borderWidth'>('borderWidth'),
        },
        {
          kind: 'number',
          label: 'Cell padding',
          unit: 'px',
          min: 0,
          max: 60,
          step: 1,
          ...propOf<TableProps, 'padding'>('padding'),
        },
        styleColor('Text color', 'color'),
        styleSize('Text size', 'font-size', { min: 8, max: 120, step: 1, usual: usualSize }),
        styleGround(),
        { kind: 'link', label: 'Link', ...propOf<TableProps, 'link'>('link') },
      ],
    },
  ],
}
