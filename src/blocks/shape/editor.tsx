import { Shapes } from 'lucide-react'
import type { BlockEditor, IconComponent, Variant } from '../block-editor.ts'
import { dashes, dashOptions } from '../dashes.ts'
import { outlineColorOf, propOf, wordOf } from '../props-fields.ts'
import { type ShapeProps, withoutLinks } from './block.ts'
import { type ShapeName, shapes, usualRadius } from './shapes.ts'

/** Width in px of a new outline, added when its color is set. */
const usualOutline = 3

const names = Object.keys(shapes) as ShapeName[]

/** The shape itself as its icon. */
function iconOf(name: ShapeName): IconComponent {
  // The icon is lower than wide, since a square pill would be a circle.
  const height = name === 'pill' ? 12 : 20
  const path = shapes[name].path(20, height)
  return function ShapeIcon({ size = 24 }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox={`-2 ${height / 2 - 12} 24 24`}
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <path d={path} strokeWidth={2} strokeLinejoin="round" />
      </svg>
    )
  }
}

const variants: readonly Variant[] = names.map((name) => ({
  label: shapes[name].title,
  icon: iconOf(name),
  props: { shape: name },
}))

const text = propOf<ShapeProps, 'text'>('text')
const link = propOf<ShapeProps, 'link'>('link')

/** Editor of shapes. */
export const blockEditor: BlockEditor<ShapeProps> = {
  icon: Shapes,
  variants,
  startsTyping: false,
  without: ['border', 'radius'],
  isDrawing: true,
  beginsWithPanel: true,
  handles: null,
  usualSize: 24,
  text: {
    read: (block) => block.props.text,
    write: (block, html) => text.write(block, block.props.link === '' ? html : withoutLinks(html)),
    host: (wrapper) => wrapper.querySelector<HTMLElement>(':scope > .block-content'),
  },
  panel: [
    {
      title: 'Shape',
      fields: [
        {
          kind: 'color',
          label: 'Fill',
          shownAt: { part: 'svg > path', property: 'fill' },
          gradients: true,
          contrast: 'graphics',
          ...propOf<ShapeProps, 'fill'>('fill'),
        },
        {
          kind: 'color',
          label: 'Outline',
          shownAt: { part: 'svg > path', property: 'stroke' },
          contrast: 'graphics',
          ...outlineColorOf<'stroke', 'strokeWidth', ShapeProps>('stroke', 'strokeWidth', usualOutline),
        },
        {
          kind: 'number',
          label: 'Outline width',
          unit: 'px',
          min: 0,
          max: 60,
          step: 1,
          ...propOf<ShapeProps, 'strokeWidth'>('strokeWidth'),
        },
        {
          kind: 'choice',
          label: 'Outline style',
          options: dashOptions,
          ...wordOf<ShapeProps, 'dash', ShapeProps['dash']>('dash', dashes),
          when: (block) => block.props.strokeWidth > 0,
        },
        {
          kind: 'choice',
          label: 'Form',
          own: true,
          options: names.map((name, index) => ({
            value: name,
            label: shapes[name].title,
            icon: variants[index]!.icon,
          })),
          ...wordOf<ShapeProps, 'shape', ShapeName>('shape', names),
        },
        {
          kind: 'number',
          label: 'Corner radius',
          unit: 'px',
          min: 0,
          max: 350,
          step: 1,
          read: ({ props, frame }) => props.radius ?? Math.round(usualRadius(frame?.width ?? 0, frame?.height ?? 0)),
          write: propOf<ShapeProps, 'radius'>('radius').write,
          when: (block) => shapes[block.props.shape].round === true,
        },
        {
          kind: 'link',
          label: 'Link',
          read: link.read,
          // Links in the text are removed: the whole shape is the link.
          write: (block, value) =>
            link.write(value === '' ? block : text.write(block, withoutLinks(block.props.text)), value),
        },
      ],
    },
  ],
}
