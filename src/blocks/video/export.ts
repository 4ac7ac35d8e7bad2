import type { BlockExporter } from '../../document/powerpoint/block-exporter.ts'
import { refineMedia } from '../media-export.ts'
import type { VideoProps } from './block.ts'

/** A video: a file plays in the presentation. One in another site's player is its title and address, linked. */
export const videoExporter: BlockExporter<VideoProps> = { refine: refineMedia }
