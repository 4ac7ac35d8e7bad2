import { exporters } from '../../../blocks/exporters.ts'
import type { Block, Slide } from '../../../document/deck-model.ts'
import type { BlockExporter } from '../../../document/powerpoint/block-exporter.ts'
import type { DeckLook } from '../../../document/powerpoint/look.ts'
import { type MediaFile, powerpointParts } from '../../../document/powerpoint/package.ts'
import { refineSlide, titleOf } from '../../../document/powerpoint/refine-slide.ts'
import type { Scene, SceneItem } from '../../../document/powerpoint/scene.ts'
import { groundOf } from '../../../document/powerpoint/slide-part.ts'
import type { SlideTransition } from '../../../document/powerpoint/transition-xml.ts'
import type { PackedFile } from '../../../server/zip/pack-zip.ts'
import { filesOf, type SourceFile, takenPicture } from './media-files.ts'
import { type PowerpointReport, reportOf } from './report.ts'

/** What the file says of a slide besides what it shows, in the order of the measured slides. */
export interface SlideSource {
  /** Null: a slide of a page that is no deck of ours. */
  readonly slide: Slide | null
  /** Its place from 0, as links to it have it. */
  readonly h: number
  readonly v: number
  /** As it is shown: 3, or 3.2 in a stack. */
  readonly number: string
  readonly notes: string
  readonly transition: SlideTransition | null
  readonly hidden: boolean
}

/** A deck to write. */
export interface PowerpointSource {
  readonly title: string
  readonly author: string
  readonly language: string
  readonly created: Date
  readonly look: DeckLook
  readonly slides: readonly SlideSource[]
  readonly scene: Scene
  /** The pictures that measuring asked for, by number. */
  readonly rasters: ReadonlyMap<number, Uint8Array>
  /** Reads a file that the slides show. */
  read(src: string): Promise<SourceFile | null>
  /** Whether fragments become animations. */
  readonly animates: boolean
}

function exporterOf(block: Block): BlockExporter<unknown> | null {
  return (exporters[block.type] as BlockExporter<unknown> | undefined) ?? null
}

/** The index of the slide that a link `#/2/1` goes to; null: there is none. */
function slideFinder(slides: readonly SlideSource[]): (link: string) => number | null {
  return (link) => {
    const [, h, v] = /^#\/(\d+)(?:\/(\d+))?/.exec(link) ?? []
    const found = slides.findIndex((slide) => slide.h === Number(h) && slide.v === Number(v ?? 0))
    return h === undefined || found < 0 ? null : found
  }
}

/** A deck as the files of a PowerPoint file, to be packed, and what its author should know of it. */
export async function createPowerpoint(
  source: PowerpointSource,
): Promise<{ readonly files: readonly PackedFile[]; readonly report: PowerpointReport }> {
  const { scene, slides, rasters } = source
  const refined = scene.slides.map((one, index) => refineSlide(one, slides[index]?.slide ?? null, exporterOf, scene))
  const { pictures, media } = await filesOf(refined, (src) => source.read(src))
  const grounds = new Map(
    refined.flatMap((one) =>
      one.background.number === null ? [] : [[one.background.number, groundOf(one, source.look)]],
    ),
  )
  const taken = new Map<number, MediaFile>()
  for (const [number, bytes] of rasters) taken.set(number, await takenPicture(bytes, grounds.get(number) ?? null))
  const { title, author, language, created, look, animates } = source
  const files = powerpointParts({
    ...{ title, author, language, created, look, animates },
    box: { width: scene.width, height: scene.height },
    slides: refined.map((one, index) => ({
      scene: one,
      title: titleOf(one.items),
      notes: slides[index]?.notes ?? '',
      transition: slides[index]?.transition ?? null,
      hidden: slides[index]?.hidden ?? false,
    })),
    slideOf: slideFinder(slides),
    picture: (src) => pictures.get(src) ?? null,
    raster: (number) => taken.get(number) ?? null,
    media: (src) => media.get(src) ?? null,
  })
  const hasFile = (item: SceneItem): boolean =>
    item.kind === 'picture' ? pictures.has(item.src) : item.kind !== 'media' || media.has(item.src)
  const report = reportOf(
    refined.map((one, index) => ({ scene: one, number: slides[index]?.number ?? String(index + 1) })),
    hasFile,
  )
  return { files, report }
}
