import type { BlockExporter } from '../../document/powerpoint/block-exporter.ts'
import type { IframeProps } from './block.ts'

/** An embedded page: its title and address, linked. */
export const iframeExporter: BlockExporter<IframeProps> = {
  refine({ props }, items) {
    const link = props.link || props.src
    return items.map((item) => ({
      ...item,
      alt: props.title,
      link: /^https?:/.test(link) || link.startsWith('#/') ? link : null,
    }))
  },
}
