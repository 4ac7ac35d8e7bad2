import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importMessages } from '../../../rules/import-messages.ts'
import { emfText, sampleEmf } from '../../../testing/sample-emf.ts'
import { paragraph, place, type SampleSlide, samplePptx, shape } from '../../../testing/sample-pptx.ts'
import type { ReadHead, ReadSlide } from '../process/reader.ts'
import { withoutThemeOfFile, withThemeOfFile } from '../theme-values.ts'
import { readPptx } from './read-pptx.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-pptx-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(file: Uint8Array, size: ReadHead['size'] | null = null) {
  const path = join(folder, 'talk.pptx')
  await writeFile(path, file)
  const slides: ReadSlide[] = []
  let head: ReadHead | null = null
  const sink = {
    begin: async (given: ReadHead) => {
      head = given
    },
    slide: async (slide: ReadSlide) => {
      slides.push(slide)
    },
  }
  const settings = await readPptx({ path, fileName: 'talk.pptx', options: {}, size }, sink)
  return { head: head as ReadHead | null, slides, settings }
}

/** The HTML of a slide with these shapes. */
async function slideOf(shapes: string, more: Partial<SampleSlide> = {}, files = {}): Promise<ReadSlide> {
  return (await read(samplePptx([{ shapes, ...more }], files))).slides[0]!
}

const rectangle = '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
const title = '<p:ph type="title"/>'
const accent = '<a:solidFill><a:schemeClr val="accent1"/></a:solidFill>'
const red = '<a:solidFill><a:srgbClr val="CC0000"/></a:solidFill>'

describe('a slide of PowerPoint keeps', () => {
  test('the place, type and color of a title that only its master sets, as references to the theme', async () => {
    const { slides, settings } = await read(
      samplePptx([{ shapes: shape(2, '', paragraph('Ferns &amp; mosses'), title) }]),
    )
    const [{ html }] = slides as [ReadSlide]
    expect(html).toMatch(/left: 59.6px; top: 47[.\d]*px; width: 840.8px; height: 90.4px;/)
    expect(html).toContain('font-size: 44px; font-family: var(--r-heading-font); color: var(--r-heading-color);')
    expect(html).toMatch(/text-align: center;"><div class="block-content"[^>]*><h2[^>]*>Ferns &amp; mosses<\/h2>/)
    expect(html).toContain('data-background-color="var(--r-background-color)"')
    expect(settings.theme).toMatchObject({
      ...{ heading_font: '"Georgia", serif', body_font: '"Verdana", sans-serif', color: 'white-blue' },
      colors: { background: '#f0f4f8', text: '#111111', heading: '#336699', 'accent-1': '#336699' },
    })
    expect(withThemeOfFile(html, settings)).not.toContain('data-background-color')
    const plain = withoutThemeOfFile(html, settings)
    expect(plain).toContain('font-family: &quot;Georgia&quot;, serif; color: #336699; font-weight: bold;')
    expect(plain).toContain('data-background-color="#f0f4f8"')
  })

  test('colors of text as they are on a slide with a background of its own', async () => {
    const own = '<p:cSld><p:bg><p:bgPr><a:solidFill><a:srgbClr val="222222"/></a:solidFill></p:bgPr></p:bg>'
    const shapes = shape(2, '', paragraph('Dark'), title) + shape(3, place(9, 9, 9, 9) + rectangle + accent)
    const xml = strFromU8(unzipSync(samplePptx([{ shapes }]))['ppt/slides/slide1.xml']!).replace('<p:cSld>', own)
    const { html } = (await read(samplePptx([{ shapes, xml }]))).slides[0]!
    expect(html).toContain('color: var(--l-accent-1); font-weight: bold;')
    expect(html).toContain('fill: var(--l-accent-1);')
  })

  test('lists with their levels, and the steps in which their items appear', async () => {
    const item = (text: string, level: number) =>
      paragraph(
        text,
        `<a:pPr lvl="${level}" marL="${285_750 * (level + 1)}" indent="-285750"><a:buChar char="•"/></a:pPr>`,
      )
    const effect = (id: number, row: number) =>
      `<p:cTn id="${id}" nodeType="clickEffect" presetClass="entr" presetID="1"><p:spTgt spid="4"><p:txEl><p:pRg st="${row}" end="${row}"/></p:txEl></p:spTgt></p:cTn>`
    const { html } = await slideOf(
      shape(4, place(100, 100, 400, 300), item('One', 0) + item('Deeper', 1) + item('Two', 0)),
      {
        more: `<p:timing><p:tnLst>${effect(5, 0)}${effect(6, 2)}</p:tnLst></p:timing>`,
      },
    )
    expect(html.replaceAll(/ style="[^"]*"/g, '')).toContain(
      '<ul><li class="fragment" data-fragment-index="0">One<ul><li>Deeper</li></ul></li><li class="fragment" data-fragment-index="1">Two</li></ul>',
    )
  })

  test('shapes with fill, outline and text, mirrored and grouped ones too', async () => {
    const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="9" name="G"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="952500" y="952500"/><a:ext cx="1905000" cy="1905000"/><a:chOff x="0" y="0"/><a:chExt cx="952500" cy="952500"/></a:xfrm></p:grpSpPr>${shape(3, place(10, 10, 50, 20) + rectangle + red)}</p:grpSp>`
    const line = '<a:ln w="38100"><a:solidFill><a:srgbClr val="003300"/></a:solidFill><a:prstDash val="dash"/></a:ln>'
    const star = shape(7, `${place(500, 100, 100, 100)}<a:prstGeom prst="star5"><a:avLst/></a:prstGeom>${red}${line}`)
    const { html } = await slideOf(group + star)
    expect(html).toContain('data-l-groups=')
    expect(html).toContain('left: 120px; top: 120px; width: 100px; height: 40px;')
    expect(html).toMatch(
      /data-l-shape="star-5"[^>]*data-l-dash="dashed"|data-l-dash="dashed"[^>]*data-l-shape="star-5"/,
    )
    expect(html).toContain('left: 498px; top: 98px; width: 104px; height: 104px;')
    expect(html).toContain('fill: #cc0000; stroke: #003300;')
  })

  test('pictures with their crop, once although two slides show them; links and notes', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const picture = `<p:pic><p:nvPicPr><p:cNvPr id="5" name="P" descr="A fern"/></p:nvPicPr><p:blipFill><a:blip r:embed="rId9"/><a:srcRect l="25000" b="50000"/></p:blipFill><p:spPr>${place(10, 20, 300, 200)}</p:spPr></p:pic>`
    const linked = '<a:p><a:r><a:rPr><a:hlinkClick r:id="rId8"/></a:rPr><a:t>More</a:t></a:r></a:p>'
    const slide: SampleSlide = {
      shapes: picture + shape(6, place(0, 0, 100, 40), linked),
      notes: 'Say &lt;this&gt;',
      relations: [
        ['rId9', 'image', '../media/fern.png'],
        ['rId8', 'hyperlink', 'https://ferns.example/'],
      ],
    }
    const { slides } = await read(samplePptx([slide, slide], { 'ppt/media/fern.png': png }))
    expect(slides.map(({ media }) => media.length)).toEqual([1, 0])
    const { html, media } = slides[0]!
    expect(html).toContain(`src="import:${media[0]!.name}" alt="A fern" data-l-crop="0.25 0 0.75 0.5"`)
    expect(html).toContain('<a href="https://ferns.example/">More</a>')
    expect(html).toContain('data-notes="Say &lt;this&gt;"')
  })

  test('white space in texts, and the tail of a callout', async () => {
    const callout =
      '<a:prstGeom prst="wedgeRectCallout"><a:avLst><a:gd name="adj1" fmla="val 0"/><a:gd name="adj2" fmla="val -100000"/></a:avLst></a:prstGeom>'
    const { html } = await slideOf(
      shape(3, place(0, 0, 300, 60), paragraph('if (x)') + paragraph('  return\ty')) +
        shape(4, place(0, 100, 120, 60) + callout + red) +
        shape(5, `${place(0, 300, 100, 100)}<a:prstGeom prst="sun"><a:avLst/></a:prstGeom>${red}`),
    )
    expect(html).toMatch(/d="(?:M[\d .L]+Z){8}M25 50A25 25 0 0 1 75 50A25 25 0 0 1 25 50Z"/)
    expect(html).toMatch(/white-space: pre-wrap; tab-size: 96px;"[\s\S]*<p style="margin-top: 0px;"> {2}return\ty<\/p>/)
    expect(html).toContain('d="M0 0L20 0L60 -30L50 0L120 0L120 60L0 60L0 0Z"')
    // Blocks of pictures cut off what is beyond their frame.
    expect(html).toMatch(/top: 70px; width: 120px; height: 90px;[\s\S]*viewBox="0 -30 120 90"/)
  })

  test('a place with the file name for a picture that cannot be drawn', async () => {
    const picture = `<p:pic><p:nvPicPr><p:cNvPr id="5" name="P"/></p:nvPicPr><p:blipFill><a:blip r:embed="rId9"/></p:blipFill><p:spPr>${place(10, 20, 300, 200)}</p:spPr></p:pic>`
    const relations = [['rId9', 'image', '../media/fern.emf']] as const
    const { html, media, remarks } = await slideOf(picture, { relations }, { 'ppt/media/fern.emf': 'no metafile' })
    expect(html).toMatch(/data-block-type="shape"[\s\S]*<p>fern.emf<\/p>/)
    expect([media, remarks]).toEqual([[], ['fern.emf was left out: it cannot be drawn']])
  })

  test('the preview of an embedded object, and the words in it for search', async () => {
    const object = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="Sheet"/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="3810000" cy="952500"/></p:xfrm><a:graphic><a:graphicData><p:oleObj spid="_x0000_s1026" r:id="rId8"/></a:graphicData></a:graphic></p:graphicFrame>`
    const files = {
      'ppt/drawings/old.vml':
        '<xml xmlns:v="v" xmlns:o="o"><v:shape id="Sheet_x0020_3" o:spid="_x0000_s1026"><v:imagedata o:relid="rId1"/></v:shape></xml>',
      'ppt/drawings/_rels/old.vml.rels':
        '<Relationships><Relationship Id="rId1" Type="x/image" Target="../media/sheet.emf"/></Relationships>',
      'ppt/media/sheet.emf': sampleEmf(emfText('Sales of'), emfText('ferns', [20, 60])),
    }
    const { html, media } = await slideOf(object, { relations: [['rId7', 'vmlDrawing', '../drawings/old.vml']] }, files)
    expect(html).toMatch(/data-block-type="image"[\s\S]*alt="Sales of ferns"/)
    expect(media.map(({ label }) => label)).toEqual(['sheet.emf'])
  })

  test('the style of a table, and a text box that shrinks in relative sizes', async () => {
    const styles = `<a:tblStyleLst xmlns:a="a"><a:tblStyle styleId="{S}"><a:wholeTbl><a:tcStyle><a:tcBdr><a:insideH><a:ln w="19050">${red}</a:ln></a:insideH></a:tcBdr></a:tcStyle></a:wholeTbl><a:firstRow><a:tcTxStyle b="on"><a:schemeClr val="lt1"/></a:tcTxStyle><a:tcStyle><a:fill>${accent}</a:fill></a:tcStyle></a:firstRow></a:tblStyle></a:tblStyleLst>`
    const row = (text: string) => `<a:tr h="381000"><a:tc><a:txBody>${paragraph(text)}</a:txBody></a:tc></a:tr>`
    const table = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="T"/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="3810000" cy="952500"/></p:xfrm><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"><a:tableStyleId>{S}</a:tableStyleId></a:tblPr><a:tblGrid><a:gridCol w="2857500"/></a:tblGrid>${row('Head')}${row('Body')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
    const item = (text: string) =>
      paragraph(
        text,
        '<a:pPr marL="342900" indent="-342900"><a:buClr><a:srgbClr val="CC0000"/></a:buClr><a:buChar char="•"/></a:pPr>',
        ' sz="3600"',
      )
    const shrinking = shape(5, place(0, 300, 400, 100), paragraph('First') + item('Item')).replace(
      '<a:bodyPr/>',
      '<a:bodyPr><a:normAutofit fontScale="50000"/></a:bodyPr>',
    )
    const relation =
      '<Relationships><Relationship Id="rId1" Type="x/slide" Target="slides/slide1.xml"/><Relationship Id="rId2" Type="x/tableStyles" Target="tableStyles.xml"/></Relationships>'
    const files = { 'ppt/tableStyles.xml': styles, 'ppt/_rels/presentation.xml.rels': relation }
    const { html } = await slideOf(table + shrinking, {}, files)
    expect(html).toMatch(
      /<th[^>]*color: #ffffff; font-weight: bold;[^>]*background-color: var\(--l-accent-1\);[^>]*>Head/,
    )
    expect(html).toMatch(/<td[^>]*border-top: 2px solid #cc0000;[^>]*>Body/)
    expect(html).toMatch(
      /data-l-fit="shrink"[^>]*><p>First<\/p><ul style="margin: 0; padding-left: 1.5em; list-style-type: [^"]*"><li style="font-size: 2em; margin: 0em 0 0; --marker-color: #cc0000;">Item/,
    )
  })

  test('tables with merged cells, and charts with their numbers', async () => {
    const cell = (text: string, more = '') =>
      `<a:tc${more}><a:txBody><a:bodyPr/>${paragraph(text)}</a:txBody><a:tcPr/></a:tc>`
    const table = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="T"/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="3810000" cy="952500"/></p:xfrm><a:graphic><a:graphicData><a:tbl><a:tblPr/><a:tblGrid><a:gridCol w="2857500"/><a:gridCol w="952500"/></a:tblGrid><a:tr h="381000">${cell('Wide', ' gridSpan="2"')}${cell('', ' hMerge="1"')}</a:tr><a:tr h="381000">${cell('A')}${cell('B')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
    const frame = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="5" name="C"/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="3810000" cy="1905000"/></p:xfrm><a:graphic><a:graphicData><c:chart xmlns:c="c" r:id="rId7"/></a:graphicData></a:graphic></p:graphicFrame>`
    const points = (list: readonly (string | number)[]) =>
      list.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')
    const axes =
      '<c:dateAx><c:scaling><c:orientation val="maxMin"/></c:scaling><c:axPos val="b"/></c:dateAx><c:valAx><c:scaling><c:max val="0.5"/></c:scaling><c:axPos val="l"/><c:majorGridlines/><c:txPr><a:p><a:pPr><a:defRPr sz="1200"/></a:pPr></a:p></c:txPr></c:valAx>'
    const number = (code: string, list: readonly number[]) =>
      `<c:numRef><c:numCache><c:formatCode>${code}</c:formatCode>${points(list)}</c:numCache></c:numRef>`
    const chart = `<c:chartSpace xmlns:c="c"><c:chart><c:plotArea><c:barChart><c:barDir val="col"/><c:grouping val="percentStacked"/><c:ser><c:tx><c:strRef><c:strCache>${points(['Sales'])}</c:strCache></c:strRef></c:tx><c:cat>${number('m/d/yyyy', [37_261, 37_262])}</c:cat><c:val>${number('0%', [0.25, 1])}</c:val></c:ser><c:gapWidth val="80"/></c:barChart>${axes}</c:plotArea><c:legend><c:legendPos val="b"/></c:legend></c:chart></c:chartSpace>`
    const { html } = await slideOf(
      table + frame,
      { relations: [['rId7', 'chart', '../charts/chart1.xml']] },
      { 'ppt/charts/chart1.xml': chart },
    )
    expect(html).toContain('<col style="width: 75%;">')
    expect(html).toMatch(/<td colspan="2"[^>]*>(<p[^>]*>)?Wide/)
    expect(html).toContain('data-l-chart="column"')
    expect(html).toMatch(/<th scope="row">1\/6\/2002<\/th><td>100%<\/td>/)
    expect(html).toContain('data-l-look="classic legend_bottom range_,50, gap_80 percent turned"')
    expect(html).toMatch(/data-block-type="chart"[^>]*font-size: 16px;/)
  })

  test('a radar as one, with what its axes show, and the decimals of its labels', async () => {
    const frame = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="5" name="C"/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="3810000" cy="1905000"/></p:xfrm><a:graphic><a:graphicData><c:chart xmlns:c="c" r:id="rId7"/></a:graphicData></a:graphic></p:graphicFrame>`
    const cache = (list: readonly string[]) =>
      `<c:numCache><c:formatCode>0.00</c:formatCode>${list.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numCache>`
    const labels = '<c:dLbls><c:numFmt formatCode="#,##0.0" sourceLinked="0"/><c:showVal val="1"/></c:dLbls>'
    const chart = `<c:chartSpace xmlns:c="c"><c:style val="3"/><c:chart><c:plotArea><c:radarChart><c:radarStyle val="filled"/>${labels}<c:ser><c:val><c:numRef>${cache(['1.234', '2'])}</c:numRef></c:val></c:ser><c:ser><c:val><c:numRef>${cache(['2', '1'])}</c:numRef></c:val></c:ser></c:radarChart><c:catAx><c:axPos val="b"/><c:majorGridlines/></c:catAx><c:valAx><c:axPos val="l"/><c:majorGridlines/><c:title><c:tx><c:rich><a:p><a:r><a:rPr b="0" sz="1200"/><a:t>Height &amp; depth</a:t></a:r></a:p><a:p><a:r><a:t>in m</a:t></a:r></a:p></c:rich></c:tx></c:title><c:majorTickMark val="none"/><c:tickLblPos val="none"/></c:valAx></c:plotArea></c:chart></c:chartSpace>`
    const more = { relations: [['rId7', 'chart', '../charts/chart1.xml']] } as const
    const { html, remarks } = await slideOf(frame, more, { 'ppt/charts/chart1.xml': chart })
    expect(html).toContain('data-l-chart="line" data-l-values="on" data-l-legend="off"')
    expect(html).toMatch(
      /rotate\(270deg\)[^>]*font-size: 16px; text-align: center;[^>]*>[\s\S]*?<p>Height &amp; depth in m<\/p>/,
    )
    expect(html).toContain('data-l-look="classic grid_xy labels_x marks_x decimals_1 radar area"')
    // Shades of the first accent, as the chart's style has it.
    expect(html).toContain('--l-series-1: #2c5a87; --l-series-2: #8b9db8;')
    expect(remarks).toEqual([])
  })

  test('the words of a diagram that its file does not draw, by their levels', async () => {
    const point = (id: string, text: string) =>
      `<dgm:pt modelId="${id}"><dgm:t><a:p><a:r><a:rPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill></a:rPr><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`
    const under = (from: string, to: string, order: number) =>
      `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${order}"/>`
    // The last one closes a circle.
    const model = `<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:ptLst><dgm:pt modelId="0" type="doc"/>${point('1', 'Ferns')}${point('2', 'Mosses')}${point('3', 'In the shade')}</dgm:ptLst><dgm:cxnLst>${under('0', '2', 1)}${under('0', '1', 0)}${under('1', '3', 0)}${under('3', '1', 0)}</dgm:cxnLst></dgm:dataModel>`
    const frame =
      '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="5" name="Plants"/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="3810000" cy="1905000"/></p:xfrm><a:graphic><a:graphicData><dgm:relIds xmlns:dgm="d" r:dm="rId7"/></a:graphicData></a:graphic></p:graphicFrame>'
    const { html, remarks } = await slideOf(
      frame,
      { relations: [['rId7', 'diagramData', '../diagrams/data1.xml']] },
      { 'ppt/diagrams/data1.xml': model },
    )
    expect(html.match(/Ferns|Mosses|In the shade/g)).toEqual(['Ferns', 'In the shade', 'Mosses'])
    // Not white, as on the ground that a program draws.
    expect(html).toContain('<li style="margin: 0em 0 0;">In the shade')
    expect(remarks).toEqual(['The diagram “Plants” became rows of its words'])
  })

  test('the middle of a text that is taller than its box', async () => {
    const tall = shape(3, place(100, 300, 300, 40), paragraph('Many words. '.repeat(40))).replace(
      '<a:bodyPr/>',
      '<a:bodyPr anchor="ctr"/>',
    )
    const { html } = await slideOf(tall)
    const [, top, height] = /top: ([-\d.]+)px; width: [\d.]+px; height: ([\d.]+)px/.exec(html)!.map(Number)
    expect(height).toBeGreaterThan(300)
    expect(Math.abs(top! + height! / 2 - 320)).toBeLessThan(4)
  })

  test('the picture of its theme as the background, in the colors of the slide', async () => {
    const gray = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer()
    const files = unzipSync(samplePptx([{ shapes: '' }]))
    const part = (name: string) => strFromU8(files[name]!)
    const fill =
      '<a:bgFillStyleLst><a:blipFill><a:blip r:embed="rId1"><a:duotone><a:srgbClr val="000000"/><a:schemeClr val="phClr"/></a:duotone></a:blip></a:blipFill></a:bgFillStyleLst>'
    const theme = part('ppt/theme/theme1.xml').replace('<a:bgFillStyleLst/>', fill)
    const master = part('ppt/slideMasters/slideMaster1.xml').replace(
      /<p:bg>.*?<\/p:bg>/,
      '<p:bg><p:bgRef idx="1001"><a:schemeClr val="accent1"/></p:bgRef></p:bg>',
    )
    const relation =
      '<Relationships><Relationship Id="rId1" Type="x/image" Target="../media/ground.png"/></Relationships>'
    const { html, media } = await slideOf(
      '',
      {},
      {
        ...{ 'ppt/theme/theme1.xml': theme, 'ppt/slideMasters/slideMaster1.xml': master },
        ...{ 'ppt/theme/_rels/theme1.xml.rels': relation, 'ppt/media/ground.png': gray },
      },
    )
    expect(html).toContain(`data-background-image="import:${media[0]!.name}"`)
    const { channels } = await sharp(media[0]!.bytes).stats()
    for (const [index, value] of [0x33, 0x66, 0x99].entries())
      expect(Math.abs(channels[index]!.mean - value)).toBeLessThan(4)
  })

  test('connectors tied to the shapes that they join', async () => {
    const tied = `<p:cxnSp><p:nvCxnSpPr><p:cNvPr id="8" name="L"/><p:cNvCxnSpPr><a:stCxn id="3" idx="3"/></p:cNvCxnSpPr></p:nvCxnSpPr><p:spPr>${place(200, 50, 100, 80, ' flipV="1"')}<a:prstGeom prst="bentConnector3"/><a:ln w="9525">${red}<a:tailEnd type="triangle"/></a:ln></p:spPr></p:cxnSp>`
    const { html } = await slideOf(shape(3, place(100, 20, 100, 60) + rectangle + red) + tied)
    const id = /data-block-id="(\w+)"/.exec(html)?.[1]
    expect(html).toContain('data-l-line="elbow" data-l-points="0 1 1 0" data-l-end="triangle"')
    expect(html).toContain(`data-l-from="${id} right"`)
  })
})

test('slides for another deck stand in the middle of its slides', async () => {
  const { slides } = await read(samplePptx([{ shapes: shape(3, place(0, 0, 960, 720) + rectangle + red) }]), {
    width: 1280,
    height: 720,
  })
  expect(slides[0]!.html).toContain('left: 160px; top: 0px; width: 960px; height: 720px;')
})

describe('a damaged or hostile presentation', () => {
  const bomb = '<!DOCTYPE a [<!ENTITY x "xxxx"><!ENTITY y "&x;&x;">]><p:sld><p:cSld/>&y;</p:sld>'
  test.each<[string, Partial<SampleSlide>]>([
    ['with a doctype', { xml: bomb }],
    ['with XML that ends too early', { xml: '<p:sld><p:cSld>' }],
  ])('%s leaves an empty slide and a remark', async (_, slide) => {
    const { slides } = await read(
      samplePptx([{ shapes: '', ...slide }, { shapes: shape(2, place(0, 0, 99, 99), paragraph('After')) }]),
    )
    expect(slides[0]).toMatchObject({ media: [], remarks: ['This slide is damaged. It is empty.'] })
    expect(slides[1]!.html).toContain('After')
  })

  test.each<[string, () => Uint8Array, string]>([
    ['without slides', () => samplePptx([]), importMessages.empty],
    [
      'without a presentation',
      () => samplePptx([], { 'ppt/presentation.xml': '', '_rels/.rels': '<a/>' }),
      importMessages.damaged,
    ],
    [
      'of an old PowerPoint',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      importMessages.oldPowerPoint,
    ],
    [
      'with a password',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      importMessages.locked,
    ],
    ['that is truncated', () => samplePptx([{ shapes: '' }]).subarray(0, 900), 'This file is damaged'],
  ])('%s is refused', async (_, file, message) => {
    await expect(read(file())).rejects.toThrow(message)
  })

  test('with groups in groups, circles of parts and huge numbers is read', async () => {
    const numbers = shape(
      3,
      '<a:xfrm rot="999999999999"><a:off x="1e30" y="-9e99"/><a:ext cx="99999999999999" cy="1"/></a:xfrm>' +
        rectangle +
        red,
    )
    const group = '<p:grpSp><p:nvGrpSpPr><p:cNvPr id="9" name="G"/></p:nvGrpSpPr><p:grpSpPr/>'
    const { slides } = await read(
      samplePptx([
        {
          shapes: group.repeat(60) + numbers + '</p:grpSp>'.repeat(60) + numbers,
          relations: [['rId5', 'slideLayout', 'slide1.xml']],
        },
      ]),
    )
    expect(slides).toHaveLength(1)
  })
})
