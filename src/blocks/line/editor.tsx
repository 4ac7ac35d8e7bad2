import { CornerDownRight, MoveUpRight, Slash, Spline } from 'lucide-react'
import type { BlockEditor } from '../block-editor.ts'
import { dashes, dashOptions } from '../dashes.ts'
import { propOf, wordOf } from '../props-fields.ts'
import { type LineProps, lineLeanings, linePoints, withLinePoints } from './block.ts'
import { type LineForm, type LineHead, lineForms, lineHeads, lineWay } from './line-path.ts'
import { polylineOf } from './polyline.ts'

const headTitles: Readonly<Record<LineHead, string>> = {
  none: 'None',
  arrow: 'Arrow',
  triangle: 'Triangle',
  circle: 'Circle',
  square: 'Square',
  diamond: 'Diamond',
}
const heads = lineHeads.map((name) => ({ value: name, label: headTitles[name] }))

/** Editor of lines, with handles on the slide. */
export const blockEditor: BlockEditor<LineProps> = {
  icon: Slash,
  startsTyping: false,
  without: ['border', 'radius'],
  isDrawing: true,
  variants: [
    { label: 'Line', icon: Slash, props: {} },
    { label: 'Arrow', icon: MoveUpRight, props: { end: 'arrow' } },
    { label: 'Elbow', icon: CornerDownRight, props: { form: 'elbow', end: 'arrow' } },
    { label: 'Curve', icon: Spline, props: { form: 'curve' } },
  ],
  text: null,
  handles: {
    read: linePoints,
    write: withLinePoints,
    path: (block) => polylineOf(lineWay(block.props.form, linePoints(block), lineLeanings(block.props)).path),
  },
  anchors: {
    read: ({ props }) => [props.from, props.to],
    write: (block, [from, to]) => ({ ...block, props: { ...block.props, from, to } }),
  },
  panel: [
    {
      title: 'Line',
      fields: [
        {
          kind: 'choice',
          label: 'Form',
          own: true,
          options: [
            { value: 'straight', label: 'Straight', icon: Slash },
            { value: 'elbow', label: 'Elbow', icon: CornerDownRight },
            { value: 'curve', label: 'Curve', icon: Spline },
          ],
          ...wordOf<LineProps, 'form', LineForm>('form', lineForms),
        },
        {
          kind: 'color',
          label: 'Color',
          shownAt: { part: '.block-line', property: 'stroke' },
          contrast: 'graphics',
          ...propOf<LineProps, 'color'>('color'),
        },
        {
          kind: 'number',
          label: 'Width',
          unit: 'px',
          min: 1,
          max: 60,
          step: 1,
          ...propOf<LineProps, 'width'>('width'),
        },
        {
          kind: 'choice',
          label: 'Style',
          options: dashOptions,
          ...wordOf<LineProps, 'dash', LineProps['dash']>('dash', dashes),
        },
        { kind: 'choice', label: 'Start', options: heads, ...wordOf<LineProps, 'start', LineHead>('start', lineHeads) },
        { kind: 'choice', label: 'End', options: heads, ...wordOf<LineProps, 'end', LineHead>('end', lineHeads) },
        { kind: 'link', label: 'Link', ...propOf<LineProps, 'link'>('link') },
      ],
    },
  ],
}
