import type { DeckLook, Painter } from './look.ts'
import { treeXml } from './master-parts.ts'
import type { SceneItem, SceneSlide } from './scene.ts'
import { SlideWriter } from './slide-writer.ts'
import { timingXml } from './timing-xml.ts'
import { type SlideTransition, transitionXml } from './transition-xml.ts'
import type { SlideResources } from './writer.ts'
import { declaration, namespaces } from './xml.ts'

/** A slide of the file. */
export interface PowerpointSlide {
  readonly scene: SceneSlide
  /** Of `scene.items`; null: none of them. */
  readonly title: SceneItem | null
  /** Plain text; '' for none. */
  readonly notes: string
  readonly transition: SlideTransition | null
  /** Skipped when the file is presented. */
  readonly hidden: boolean
}

/** The color behind a slide's objects; of a gradient, its first. */
export function groundOf({ background }: SceneSlide, look: DeckLook): string {
  if (background.fill === null) return look.background
  return 'kind' in background.fill ? background.fill.stops[0]!.hex : background.fill.hex
}

function backgroundXml({ background }: SceneSlide, painter: Painter, resources: SlideResources): string {
  const picture = background.number === null ? null : resources.raster(background.number)
  if (picture) {
    const id = resources.relationships.add('image', `../media/${picture.name}`)
    return `<p:bg><p:bgPr><a:blipFill dpi="0" rotWithShape="1"><a:blip r:embed="${id}"/><a:srcRect/><a:stretch><a:fillRect/></a:stretch></a:blipFill><a:effectLst/></p:bgPr></p:bg>`
  }
  return background.fill ? `<p:bg><p:bgPr>${painter.fill(background.fill)}<a:effectLst/></p:bgPr></p:bg>` : ''
}

/** The part of a slide. `animates`: whether fragments become animations. */
export function slideXml(slide: PowerpointSlide, resources: SlideResources, animates: boolean): string {
  const writer = new SlideWriter(resources)
  const objects = writer.write(slide.scene.items, slide.title)
  const timing = animates ? timingXml(slide.scene.fragments, writer.placed) : ''
  const ground = backgroundXml(slide.scene, writer.painter, resources)
  const shown = slide.hidden ? ' show="0"' : ''
  const transition = slide.transition ? transitionXml(slide.transition) : ''
  return `${declaration}<p:sld ${namespaces}${shown}><p:cSld>${ground}${treeXml(objects)}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>${transition}${timing}</p:sld>`
}
