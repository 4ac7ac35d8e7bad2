import { ChartBarBig, ChartColumn, ChartLine, ChartPie, ChartScatter } from 'lucide-react'
import { lazy } from 'react'
import type { BlockEditor, IconComponent } from '../block-editor.ts'
import { styleColor, styleSize } from '../block-style.ts'
import { propOf, wordOf } from '../props-fields.ts'
import { usualSize } from './block.ts'
import { partNames } from './chart-cells.ts'
import { loadDrawing } from './chart-drawing.ts'
import { type ChartKind, type ChartProps, chartKinds } from './chart-props.ts'

const kinds: Readonly<Record<ChartKind, { readonly label: string; readonly icon: IconComponent }>> = {
  column: { label: 'Columns', icon: ChartColumn },
  bar: { label: 'Bars', icon: ChartBarBig },
  line: { label: 'Lines', icon: ChartLine },
  pie: { label: 'Pie', icon: ChartPie },
  scatter: { label: 'Points', icon: ChartScatter },
}

const legendWord = / legend_([a-z]+)/

const ChartSheet = lazy(async () => ({ default: (await import('./editor-sheet.tsx')).ChartSheet }))
const ChartPanel = lazy(async () => ({ default: (await import('./editor-panel.tsx')).ChartPanel }))

/** Editor of charts: the data in a sheet beside the chart, the rest in the panel. */
export const blockEditor: BlockEditor<ChartProps> = {
  icon: ChartColumn,
  load: loadDrawing,
  startsTyping: true,
  variants: [],
  handles: null,
  text: null,
  usualSize,
  typesetsText: true,
  ignoresLetters: true,
  isDrawing: true,
  popover: ChartSheet,
  customPanel: () => ({ title: 'Data', Panel: ChartPanel }),
  innerSteps: ({ props }) => (props.steps ? partNames(props) : []),
  panel: [
    {
      title: 'Chart',
      fields: [
        {
          kind: 'choice',
          label: 'Kind',
          options: chartKinds.map((value) => ({ value, ...kinds[value] })),
          ...wordOf<ChartProps, 'kind', ChartKind>('kind', chartKinds),
        },
        { kind: 'text', label: 'Title', placeholder: 'None', maxLength: 200, ...propOf<ChartProps, 'title'>('title') },
        {
          kind: 'toggle',
          label: 'Stacked',
          when: ({ props }) => props.kind === 'column' || props.kind === 'bar',
          ...propOf<ChartProps, 'stacked'>('stacked'),
        },
        {
          kind: 'toggle',
          label: 'Values',
          when: ({ props }) => props.kind !== 'scatter',
          ...propOf<ChartProps, 'values'>('values'),
        },
        { kind: 'toggle', label: 'Legend', ...propOf<ChartProps, 'legend'>('legend') },
        {
          kind: 'choice',
          label: 'Axes',
          options: [
            { value: '', label: 'Quiet' },
            { value: 'classic', label: 'Classic' },
          ],
          read: ({ props }) => props.look.split(' ')[0]!,
          write: propOf<ChartProps, 'look'>('look').write,
        },
        {
          kind: 'choice',
          label: 'Legend at',
          options: [
            { value: 'right', label: 'Right' },
            { value: 'left', label: 'Left' },
            { value: 'top', label: 'Top' },
            { value: 'bottom', label: 'Bottom' },
          ],
          when: ({ props }) => props.legend && props.look !== '',
          read: ({ props }) => legendWord.exec(props.look)?.[1] ?? 'right',
          write: (block, value) =>
            propOf<ChartProps, 'look'>('look').write(
              block,
              `${block.props.look.replace(legendWord, '')} legend_${value}`,
            ),
        },
        { kind: 'toggle', label: 'Appears in steps', own: true, ...propOf<ChartProps, 'steps'>('steps') },
        styleColor('Text color', 'color'),
        styleSize('Text size', 'font-size', { min: 8, max: 80, step: 1, usual: usualSize }),
        { kind: 'link', label: 'Link', ...propOf<ChartProps, 'link'>('link') },
      ],
    },
  ],
}
