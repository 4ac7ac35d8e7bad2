import { type DeckLook, Painter } from './look.ts'
import {
  layouts,
  layoutXml,
  masterRelationships,
  masterXml,
  notesMasterXml,
  notesPlaces,
  notesSize,
  type SlideBox,
  slideSizeXml,
  treeXml,
} from './master-parts.ts'
import type { Part } from './part.ts'
import { sheetParts } from './sheet-part.ts'
import { groundOf, type PowerpointSlide, slideXml } from './slide-part.ts'
import { themeXml } from './theme-part.ts'
import type { FilePicture } from './writer.ts'
import { attributes, declaration, namespaces, Relationships, text } from './xml.ts'

/** A file of the media folder. */
export interface MediaFile {
  readonly bytes: Uint8Array
  /** Without a dot: png. */
  readonly extension: string
  /** The vector version of a picture. */
  readonly vector?: Uint8Array
}

/** A deck as it is written into a file. */
export interface Presentation {
  readonly title: string
  readonly author: string
  /** BCP 47 tag. */
  readonly language: string
  readonly created: Date
  readonly look: DeckLook
  readonly box: SlideBox
  readonly slides: readonly PowerpointSlide[]
  /** The index of the slide that a link `#/2/1` goes to; null: none. */
  readonly slideOf: (link: string) => number | null
  readonly picture: (src: string) => MediaFile | null
  readonly raster: (number: number) => MediaFile | null
  readonly media: (src: string) => MediaFile | null
  /** Whether fragments become animations. */
  readonly animates: boolean
}

const contentTypes: Readonly<Record<string, string>> = {
  ...{ xml: 'application/xml', rels: 'application/vnd.openxmlformats-package.relationships+xml' },
  ...{ png: 'image/png', jpeg: 'image/jpeg', gif: 'image/gif', svg: 'image/svg+xml' },
  ...{
    mp4: 'video/mp4',
    webm: 'video/webm',
    mov: 'video/quicktime',
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    wav: 'audio/wav',
    ogg: 'audio/ogg',
  },
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const main = 'application/vnd.openxmlformats-officedocument.'

/** Files of the media folder, each once. */
class MediaFolder {
  readonly parts: Part[] = []
  readonly #names = new Map<MediaFile, FilePicture>()

  add(file: MediaFile | null): FilePicture | null {
    if (!file) return null
    const known = this.#names.get(file)
    if (known) return known
    const name = this.#put(file.bytes, file.extension)
    const picture = { name, vector: file.vector ? this.#put(file.vector, 'svg') : null }
    this.#names.set(file, picture)
    return picture
  }

  #put(bytes: Uint8Array, extension: string): string {
    const name = `media${this.parts.length + 1}.${extension}`
    this.parts.push({ path: `ppt/media/${name}`, content: bytes })
    return name
  }
}

class PackageWriter {
  readonly #deck: Presentation
  readonly #painter: Painter
  readonly #folder = new MediaFolder()
  readonly #parts: Part[] = []
  readonly #overrides: [path: string, type: string][] = []
  #charts = 0

  constructor(deck: Presentation) {
    this.#deck = deck
    this.#painter = new Painter(deck.look)
  }

  #add(path: string, content: Part['content'], type?: string): void {
    this.#parts.push({ path, content })
    if (type) this.#overrides.push([path, type])
  }

  #relate(path: string, relationships: Relationships): void {
    if (relationships.isEmpty) return
    const place = path.lastIndexOf('/')
    this.#add(`${path.slice(0, place)}/_rels${path.slice(place)}.rels`, relationships.xml())
  }

  #slide(slide: PowerpointSlide, index: number): void {
    const relationships = new Relationships()
    const layout = slide.title ? 1 : 2
    relationships.add('layout', `../slideLayouts/slideLayout${layout}.xml`)
    const { picture, raster, media, slideOf, language, animates } = this.#deck
    const xml = slideXml(
      slide,
      {
        ...{ painter: this.#painter, language, relationships, ground: groundOf(slide.scene, this.#deck.look) },
        picture: (src) => this.#folder.add(picture(src)),
        raster: (number) => this.#folder.add(raster(number)),
        media: (src) => this.#folder.add(media(src))?.name ?? null,
        chart: (chart, sheet) => this.#chart(chart, sheet),
        slidePart: (link) => {
          const to = slideOf(link)
          return to === null ? null : `slide${to + 1}.xml`
        },
      },
      animates,
    )
    const path = `ppt/slides/slide${index + 1}.xml`
    if (slide.notes !== '') {
      relationships.add('notes', `../notesSlides/notesSlide${index + 1}.xml`)
      this.#notes(slide.notes, index)
    }
    this.#add(path, xml, `${main}presentationml.slide+xml`)
    this.#relate(path, relationships)
  }

  #notes(notes: string, index: number): void {
    const path = `ppt/notesSlides/notesSlide${index + 1}.xml`
    const relationships = new Relationships()
    relationships.add('notesMaster', '../notesMasters/notesMaster1.xml')
    relationships.add('slide', `../slides/slide${index + 1}.xml`)
    this.#add(path, notesXml(notes, this.#deck.language), `${main}presentationml.notesSlide+xml`)
    this.#relate(path, relationships)
  }

  #chart(xml: string, sheet: readonly (readonly (string | number | null)[])[]): string {
    this.#charts += 1
    const [path, workbook] = [`ppt/charts/chart${this.#charts}.xml`, `ppt/embeddings/sheet${this.#charts}.xlsx`]
    const relationships = new Relationships()
    relationships.add('package', `../embeddings/sheet${this.#charts}.xlsx`)
    this.#add(path, xml, `${main}drawingml.chart+xml`)
    this.#add(workbook, sheetParts(sheet))
    this.#relate(path, relationships)
    return `../charts/chart${this.#charts}.xml`
  }

  #masters(): void {
    const { look, box } = this.#deck
    this.#add('ppt/theme/theme1.xml', themeXml(look), `${main}theme+xml`)
    this.#add('ppt/slideMasters/slideMaster1.xml', masterXml(look, box), `${main}presentationml.slideMaster+xml`)
    this.#relate('ppt/slideMasters/slideMaster1.xml', masterRelationships())
    for (const index of layouts.keys()) {
      const path = `ppt/slideLayouts/slideLayout${index + 1}.xml`
      const relationships = new Relationships()
      relationships.add('master', '../slideMasters/slideMaster1.xml')
      this.#add(path, layoutXml(index, box), `${main}presentationml.slideLayout+xml`)
      this.#relate(path, relationships)
    }
    if (!this.#hasNotes) return
    const relationships = new Relationships()
    relationships.add('theme', '../theme/theme2.xml')
    this.#add('ppt/theme/theme2.xml', themeXml(look), `${main}theme+xml`)
    this.#add('ppt/notesMasters/notesMaster1.xml', notesMasterXml(look), `${main}presentationml.notesMaster+xml`)
    this.#relate('ppt/notesMasters/notesMaster1.xml', relationships)
  }

  get #hasNotes(): boolean {
    return this.#deck.slides.some(({ notes }) => notes !== '')
  }

  #presentation(): void {
    const relationships = new Relationships()
    const master = relationships.add('master', 'slideMasters/slideMaster1.xml')
    const slides = this.#deck.slides.map((_, index) => {
      const id = relationships.add('slide', `slides/slide${index + 1}.xml`)
      return `<p:sldId id="${256 + index}" r:id="${id}"/>`
    })
    const notes = this.#hasNotes
      ? `<p:notesMasterIdLst><p:notesMasterId r:id="${relationships.add('notesMaster', 'notesMasters/notesMaster1.xml')}"/></p:notesMasterIdLst>`
      : ''
    relationships.add('presentationProperties', 'presProps.xml')
    relationships.add('viewProperties', 'viewProps.xml')
    relationships.add('theme', 'theme/theme1.xml')
    relationships.add('tableStyles', 'tableStyles.xml')
    const list = slides.length === 0 ? '' : `<p:sldIdLst>${slides.join('')}</p:sldIdLst>`
    const sizes = `${slideSizeXml(this.#deck.box)}<p:notesSz cx="${notesSize.width}" cy="${notesSize.height}"/>`
    const xml = `${declaration}<p:presentation ${namespaces} saveSubsetFonts="1"><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="${master}"/></p:sldMasterIdLst>${notes}${list}${sizes}</p:presentation>`
    this.#add('ppt/presentation.xml', xml, `${main}presentationml.presentation.main+xml`)
    this.#relate('ppt/presentation.xml', relationships)
    this.#add(
      'ppt/presProps.xml',
      `${declaration}<p:presentationPr ${namespaces}/>`,
      `${main}presentationml.presProps+xml`,
    )
    this.#add('ppt/viewProps.xml', `${declaration}<p:viewPr ${namespaces}/>`, `${main}presentationml.viewProps+xml`)
    const styles = `${declaration}<a:tblStyleLst xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" def="{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"/>`
    this.#add('ppt/tableStyles.xml', styles, `${main}presentationml.tableStyles+xml`)
  }

  #properties(): void {
    const { title, author, created, slides } = this.#deck
    const when = `${created.toISOString().slice(0, 19)}Z`
    const names =
      'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    const date = (tag: string): string => `<dcterms:${tag} xsi:type="dcterms:W3CDTF">${when}</dcterms:${tag}>`
    const core = `${declaration}<cp:coreProperties ${names}><dc:title>${text(title)}</dc:title><dc:creator>${text(author)}</dc:creator>${date('created')}${date('modified')}</cp:coreProperties>`
    this.#add('docProps/core.xml', core, 'application/vnd.openxmlformats-package.core-properties+xml')
    const app = `${declaration}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Lectern</Application><Slides>${slides.length}</Slides></Properties>`
    this.#add('docProps/app.xml', app, `${main}extended-properties+xml`)
    const relationships = new Relationships()
    relationships.add('document', 'ppt/presentation.xml')
    relationships.add('core', 'docProps/core.xml')
    relationships.add('app', 'docProps/app.xml')
    this.#add('_rels/.rels', relationships.xml())
  }

  #types(): Part {
    const used = new Set(['xml', 'rels', ...this.#parts.map(({ path }) => path.slice(path.lastIndexOf('.') + 1))])
    const usual = [...used].flatMap((extension) => {
      const type = contentTypes[extension]
      return type ? [`<Default${attributes({ Extension: extension, ContentType: type })}/>`] : []
    })
    const own = this.#overrides.map(
      ([path, type]) => `<Override${attributes({ PartName: `/${path}`, ContentType: type })}/>`,
    )
    const xml = `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${usual.join('')}${own.join('')}</Types>`
    return { path: '[Content_Types].xml', content: xml }
  }

  write(): Part[] {
    this.#properties()
    this.#presentation()
    this.#masters()
    for (const [index, slide] of this.#deck.slides.entries()) this.#slide(slide, index)
    this.#parts.push(...this.#folder.parts)
    return [this.#types(), ...this.#parts]
  }
}

function notesXml(notes: string, language: string): string {
  const lines = notes.split(/\r?\n/).map((line) => {
    const run = line === '' ? '' : `<a:r><a:rPr${attributes({ lang: language })}/><a:t>${text(line)}</a:t></a:r>`
    return `<a:p>${run}</a:p>`
  })
  const picture = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg" idx="2"/></p:nvPr></p:nvSpPr><p:spPr/></p:sp>`
  const words = `<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" sz="quarter" idx="3"/></p:nvPr></p:nvSpPr><p:spPr>${notesPlaces.text}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>${lines.join('')}</p:txBody></p:sp>`
  return `${declaration}<p:notes ${namespaces}><p:cSld>${treeXml(picture + words)}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>`
}

/** The parts of a PowerPoint file, in the order in which they are packed. */
export function powerpointParts(deck: Presentation): Part[] {
  return new PackageWriter(deck).write()
}
