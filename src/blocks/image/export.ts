import type { BlockExporter } from '../../document/powerpoint/block-exporter.ts'
import type { ImageProps } from './block.ts'

/** A picture: the file, cropped as it is shown. A drawing is its forms. */
export const imageExporter: BlockExporter<ImageProps> = {
  refine({ props }, items) {
    const link = props.link === '' ? null : props.link
    return items.map((item) => ({ ...item, alt: props.alt, link }))
  },
}
