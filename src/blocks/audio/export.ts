import type { BlockExporter } from '../../document/powerpoint/block-exporter.ts'
import { refineMedia } from '../media-export.ts'
import type { AudioProps } from './block.ts'

/** A sound: a file plays in the presentation. */
export const audioExporter: BlockExporter<AudioProps> = { refine: refineMedia }
