import { Table2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import type { ColorPlace, CustomPanelProps } from '../block-editor.ts'
import { colorCount, partNames } from './chart-cells.ts'
import { withColor } from './chart-colors.ts'
import type { ChartProps } from './chart-props.ts'
import styles from './editor.module.css'

/** A filled mark of a series, or a slice, on the canvas. */
function markOf(index: number): ColorPlace {
  const marks = ':is(rect, circle, path:not([fill="none"]))'
  return { part: `svg > g[data-l-series="${index + 1}"] > ${marks}`, property: 'fill' }
}

/** Opens the sheet, and colors the series or the slices of a pie. */
export function ChartPanel({ block, Color, change, edit }: CustomPanelProps<ChartProps>) {
  const { props } = block
  const recolor = (index: number, color: string, merges: boolean) =>
    change((one) => ({ ...one, props: { ...one.props, colors: withColor(one.props.colors, index, color) } }), {
      label: 'Chart color',
      merges,
    })
  return (
    <>
      <Button size="s" wide icon={<Table2 size={14} aria-hidden />} onClick={edit}>
        Edit data
      </Button>
      {partNames(props)
        .slice(0, colorCount)
        .map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a series is identified by its place
          <div key={index} className={styles.color}>
            <span aria-hidden="true">{name.trim() || `Part ${index + 1}`}</span>
            <Color
              label={`Color of ${name.trim() || `part ${index + 1}`}`}
              value={props.colors[index] ?? ''}
              contrast="graphics"
              {...(props.colors[index] ? {} : { themeOf: { block: block.id, place: markOf(index) } })}
              onChange={(color, merges) => recolor(index, color, merges)}
            />
          </div>
        ))}
    </>
  )
}
