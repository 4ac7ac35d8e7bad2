import { presetXml, transformXml } from './geometry-xml.ts'
import type { MediaItem, PictureItem, RasterItem, SceneCrop } from './scene.ts'
import type { FilePicture, ObjectWriter } from './writer.ts'
import { attributes, share } from './xml.ts'

const drawing = 'http://schemas.microsoft.com/office/drawing/2016/SVG/main'

/** The fill of a picture: the file, its vector version for programs that know it, and its visible part. */
export function blipFill(
  picture: FilePicture,
  writer: ObjectWriter,
  crop: SceneCrop | null,
  opacity = 1,
  tag = 'p',
): string {
  const { relationships } = writer.resources
  const id = relationships.add('image', `../media/${picture.name}`)
  const faded = opacity >= 0.999 ? '' : `<a:alphaModFix amt="${share(opacity)}"/>`
  const vector = picture.vector
    ? `<a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}"><asvg:svgBlip xmlns:asvg="${drawing}" r:embed="${relationships.add('image', `../media/${picture.vector}`)}"/></a:ext></a:extLst>`
    : ''
  const part = crop
    ? `<a:srcRect${attributes({ l: share(crop.left), t: share(crop.top), r: share(crop.right), b: share(crop.bottom) })}/>`
    : ''
  return `<${tag}:blipFill><a:blip r:embed="${id}">${faded}${vector}</a:blip>${part}<a:stretch><a:fillRect/></a:stretch></${tag}:blipFill>`
}

export function pictureXml(item: PictureItem, writer: ObjectWriter): string {
  const file = writer.resources.picture(item.src)
  if (!file) return missingXml(item, writer)
  const { painter } = writer
  const preset = item.radius > 0 ? 'roundRect' : 'rect'
  const isRound = item.radius * 2 >= Math.max(item.rect.width, item.rect.height) - 1
  const geometry = presetXml(isRound && item.radius > 0 ? 'ellipse' : preset, item.rect, item.radius)
  const line = item.line ? painter.line(item.line) : ''
  const look = `${transformXml(item.rect, item)}${geometry}${line}${painter.shadow(item.shadow)}`
  const names = `<p:nvPicPr>${writer.nameXml(item, 'Picture')}<p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr>`
  return `<p:pic>${names}${blipFill(file, writer, item.crop, item.opacity)}<p:spPr>${look}</p:spPr></p:pic>`
}

/** The place of a picture that could not be had: an empty frame with its alternative text. */
function missingXml(item: PictureItem, writer: ObjectWriter): string {
  const look = `${transformXml(item.rect, item)}${presetXml('rect', item.rect)}<a:noFill/><a:ln w="9525"><a:solidFill><a:schemeClr val="tx1"><a:alpha val="40000"/></a:schemeClr></a:solidFill></a:ln>`
  return `<p:sp><p:nvSpPr>${writer.nameXml(item, 'Picture')}<p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${look}</p:spPr></p:sp>`
}

export function rasterXml(item: RasterItem, writer: ObjectWriter): string {
  const file = writer.resources.raster(item.number)
  if (!file) return ''
  const look = `${transformXml(item.rect, item)}${presetXml('rect', item.rect)}`
  const names = `<p:nvPicPr>${writer.nameXml(item, 'Picture')}<p:cNvPicPr/><p:nvPr/></p:nvPicPr>`
  return `<p:pic>${names}${blipFill(file, writer, null)}<p:spPr>${look}</p:spPr></p:pic>`
}

/** A video or sound with its picture. One at an address is linked, not contained. */
export function mediaXml(item: MediaItem, writer: ObjectWriter): string {
  const own = item.poster === '' ? null : writer.resources.picture(item.poster)
  const poster = own ?? writer.resources.raster(item.number)
  if (!poster) return ''
  const name = writer.resources.media(item.src)
  const { relationships } = writer.resources
  const look = `<p:spPr>${transformXml(item.rect, item)}${presetXml('rect', item.rect)}</p:spPr>`
  const fill = blipFill(poster, writer, null)
  if (name === null) {
    const link = item.link ?? (/^https?:/.test(item.src) ? item.src : null)
    const named = writer.nameXml({ ...item, link }, item.media === 'video' ? 'Video' : 'Audio')
    const plain = named.replace(/id="\d+"/, `id="${writer.idOf(item)}"`)
    return `<p:pic><p:nvPicPr>${plain}<p:cNvPicPr/><p:nvPr/></p:nvPicPr>${fill}${look}</p:pic>`
  }
  const target = `../media/${name}`
  const [file, embedded] = [relationships.add(item.media, target), relationships.add('media', target)]
  const tag = item.media === 'video' ? 'videoFile' : 'audioFile'
  const extension = `<p:extLst><p:ext uri="{DAA4B4D4-6D71-4841-9C94-3DE7FCFB9230}"><p14:media xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main" r:embed="${embedded}"/></p:ext></p:extLst>`
  const id = writer.idOf(item)
  const values = attributes({
    id,
    name: item.name || `${item.media === 'video' ? 'Video' : 'Audio'} ${id}`,
    descr: item.alt || null,
  })
  const names = `<p:cNvPr${values}><a:hlinkClick r:id="" action="ppaction://media"/></p:cNvPr><p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr>`
  return `<p:pic><p:nvPicPr>${names}<p:nvPr><a:${tag} r:link="${file}"/>${extension}</p:nvPr></p:nvPicPr>${fill}${look}</p:pic>`
}
