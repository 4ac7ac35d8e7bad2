import type { BlockExporter } from '../../document/powerpoint/block-exporter.ts'
import type { ConnectorEnd, ConnectorItem, FormItem } from '../../document/powerpoint/scene.ts'
import { type LineAnchor, type LineProps, lineLeanings, linePoints } from './block.ts'
import { lineWay } from './line-path.ts'

/** Connection sites as presets number them. */
const sites: Readonly<Record<LineAnchor['side'], number>> = { top: 0, left: 1, bottom: 2, right: 3 }

function endOf(head: ConnectorEnd['head'], anchor: LineAnchor | null): ConnectorEnd {
  return { head, tied: anchor && { block: anchor.block, site: sites[anchor.side] } }
}

/** A line as a connector, tied to the blocks that it is tied to. Heads are its ends. */
export const lineExporter: BlockExporter<LineProps> = {
  refine(block, items) {
    const { props } = block
    const drawn = items.find((item): item is FormItem => item.kind === 'form' && item.line !== null)
    const points = linePoints(block).map(({ x, y }) => [x, y] as const)
    if (!drawn?.line || points.length < 2) return items
    const leanings = lineLeanings(props)
    const way = lineWay(props.form, linePoints(block), leanings)
    const [from, to] = [points[0]!, points.at(-1)!]
    const isBent = props.form !== 'straight' && points.length === 2
    const isPreset = points.length === 2 && (props.form === 'straight' || leanings.out === leanings.back)
    const longer = Math.abs(to[0] - from[0]) >= Math.abs(to[1] - from[1]) ? 'across' : 'down'
    const connector: ConnectorItem = {
      ...{ kind: 'connector', rect: drawn.rect, block: drawn.block, fragment: drawn.fragment },
      link: props.link === '' ? null : props.link,
      form: props.form,
      ...{ from, to },
      isDown: isBent && (leanings.out ?? leanings.back ?? longer) === 'down',
      path: isPreset ? '' : way.path,
      line: { ...drawn.line, width: props.width },
      start: endOf(props.start, props.from),
      end: endOf(props.end, props.to),
    }
    return [connector]
  },
}
