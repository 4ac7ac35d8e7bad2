import type { Painter } from './look.ts'
import type { SceneItem } from './scene.ts'
import type { TextWriter } from './text-xml.ts'
import type { Relationships } from './xml.ts'

/** A picture in the file. */
export interface FilePicture {
  /** Name in the media folder. */
  readonly name: string
  /** The vector version of it; null: none. */
  readonly vector: string | null
}

/** What a slide's objects refer to, outside of the slide. */
export interface SlideResources {
  readonly painter: Painter
  readonly language: string
  /** The color behind the slide's objects. */
  readonly ground: string
  readonly relationships: Relationships
  /** A picture of a URL; null: could not be had. */
  picture(src: string): FilePicture | null
  /** A picture that was taken, by its number. */
  raster(number: number): FilePicture | null
  /** A video or sound of the file, by its URL: its name in the media folder; null: it stays at its address. */
  media(src: string): string | null
  /** Adds a chart; its part's name. */
  chart(xml: string, sheet: readonly (readonly (string | number | null)[])[]): string
  /** The part of a slide that a link `#/2/1` goes to; null: there is none. */
  slidePart(link: string): string | null
}

/** What writes the objects of a slide, as each of them needs it. */
export interface ObjectWriter {
  readonly resources: SlideResources
  readonly painter: Painter
  readonly texts: TextWriter
  /** The object of a block that lines are tied to. */
  readonly ids: ReadonlyMap<string, number>
  idOf(item: SceneItem): number
  /** Id, name, alternative text and link of an object. `usual`: its name, if it has none. */
  nameXml(item: SceneItem, usual: string): string
}
