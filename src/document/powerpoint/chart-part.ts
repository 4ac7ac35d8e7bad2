import { transformXml } from './geometry-xml.ts'
import type { Painter } from './look.ts'
import type { ChartData, ChartItem, SceneColor } from './scene.ts'
import type { ObjectWriter } from './writer.ts'
import { attributes, declaration, points, text } from './xml.ts'

const chartUri = 'http://schemas.openxmlformats.org/drawingml/2006/chart'

/** The letters of a sheet's column, from 0. */
export function columnName(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26)
}

/** The cells of a chart's sheet, by row. */
function sheetOf({ corner, categories, series }: ChartData): (string | number | null)[][] {
  return [
    [corner, ...series.map(({ name }) => name)],
    ...categories.map((name, row) => [name, ...series.map(({ values }) => values[row] ?? null)]),
  ]
}

function textsXml(reference: string, values: readonly string[]): string {
  const list = values.map((value, index) => `<c:pt idx="${index}"><c:v>${text(value)}</c:v></c:pt>`).join('')
  return `<c:strRef><c:f>${reference}</c:f><c:strCache><c:ptCount val="${values.length}"/>${list}</c:strCache></c:strRef>`
}

function numbersXml(reference: string, values: readonly (number | null)[]): string {
  const list = values
    .flatMap((value, index) => (value === null ? [] : [`<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`]))
    .join('')
  return `<c:numRef><c:f>${reference}</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="${values.length}"/>${list}</c:numCache></c:numRef>`
}

/** Numbers of points as a scatter chart's horizontal places; counted where they are no numbers. */
function placesOf({ categories }: ChartData): number[] | null {
  const numbers = categories.map((name) => Number(name.replace(/,/g, '.')))
  return numbers.every((value, index) => Number.isFinite(value) && categories[index]!.trim() !== '') ? numbers : null
}

/** A place in a chart: x and y, and width and height, as shares of the chart's. */
function layoutXml(target: string, shares: readonly number[]): string {
  const tags = ['x', 'y', 'w', 'h']
  const modes = shares.map((_, index) => `<c:${tags[index]}Mode val="${index < 2 ? 'edge' : 'factor'}"/>`)
  const values = shares.map((value, index) => `<c:${tags[index]} val="${Math.round(value * 1e5) / 1e5}"/>`)
  return `<c:layout><c:manualLayout>${target}${modes.join('')}${values.join('')}</c:manualLayout></c:layout>`
}

class ChartXml {
  readonly #item: ChartItem
  readonly #data: ChartData
  readonly #painter: Painter

  constructor(item: ChartItem, data: ChartData, painter: Painter) {
    this.#item = item
    this.#data = data
    this.#painter = painter
  }

  letters(options: { size?: number; bold?: boolean; color?: SceneColor } = {}): string {
    const { size = this.#item.size, bold = false, color = this.#item.color } = options
    const properties = `<a:defRPr${attributes({ sz: points(size), b: bold ? 1 : 0 })}>${this.#painter.solid(color)}${this.#painter.font(this.#item.font, bold)}</a:defRPr>`
    return `<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr>${properties}</a:pPr><a:endParaRPr/></a:p></c:txPr>`
  }

  #title(): string {
    const { title } = this.#data
    if (title.trim() === '') return '<c:autoTitleDeleted val="1"/>'
    const { color, font, size } = this.#item
    const run = `<a:r><a:rPr${attributes({ sz: points(size * 1.25), b: 1 })}>${this.#painter.solid(color)}${this.#painter.font(font, true)}</a:rPr><a:t>${text(title)}</a:t></a:r>`
    return `<c:title><c:tx><c:rich><a:bodyPr/><a:lstStyle/><a:p>${run}</a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/>`
  }

  #labels(): string {
    const { kind, values, classic } = this.#data
    const isShare = kind === 'pie' && !values && (classic?.shares ?? true)
    const shown = values || isShare
    const flags = {
      showLegendKey: 0,
      showVal: shown && !isShare ? 1 : 0,
      showCatName: 0,
      showSerName: 0,
      showPercent: shown && isShare ? 1 : 0,
      showBubbleSize: 0,
    }
    const list = Object.entries(flags)
      .map(([name, value]) => `<c:${name} val="${value}"/>`)
      .join('')
    const decimals = Math.min(10, classic?.decimals ?? -1)
    const code = `0${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`
    const format = values && decimals >= 0 ? `<c:numFmt formatCode="${code}" sourceLinked="0"/>` : ''
    return `<c:dLbls>${format}${shown ? this.letters({ size: this.#item.size * 0.9 }) : ''}${list}</c:dLbls>`
  }

  #color(index: number): SceneColor {
    const { colors, color } = this.#item
    return colors.length === 0 ? color : colors[index % colors.length]!
  }

  /** Whether a series is a line: of a chart of lines, or over columns. */
  #isLine(index: number): boolean {
    const { kind, classic, series } = this.#data
    if (kind === 'line') return !classic?.area
    return kind === 'column' && classic !== null && index >= Math.max(1, series.length - classic.lines)
  }

  #lineOf(fill: string): string {
    const { classic } = this.#data
    const dots = `<c:symbol val="circle"/><c:size val="7"/><c:spPr>${fill}<a:ln><a:noFill/></a:ln></c:spPr>`
    const marker = classic?.dots ? dots : '<c:symbol val="none"/>'
    return `<c:spPr><a:ln w="${classic ? 28575 : 34925}" cap="rnd">${fill}<a:round/></a:ln></c:spPr><c:marker>${marker}</c:marker>`
  }

  #series(index: number): string {
    const { kind, categories, series, classic } = this.#data
    const { name, values } = series[index]!
    const [letter, last] = [columnName(index + 1), categories.length + 1]
    const head = `<c:idx val="${index}"/><c:order val="${index}"/><c:tx>${textsXml(`Sheet1!$${letter}$1`, [name])}</c:tx>`
    const names = `Sheet1!$A$2:$A$${last}`
    const places = kind === 'scatter' ? placesOf(this.#data) : null
    const amounts = numbersXml(`Sheet1!$${letter}$2:$${letter}$${last}`, values)
    const fill = this.#painter.solid(this.#color(index))
    const category = `<c:cat>${textsXml(names, categories)}</c:cat><c:val>${amounts}</c:val>`
    if (kind === 'scatter') {
      const { joined = false, dots = true, smooth = false } = this.#data.classic ?? {}
      const line = joined ? `<a:ln w="28575">${fill}</a:ln>` : '<a:ln w="19050"><a:noFill/></a:ln>'
      const marker = !dots
        ? '<c:marker><c:symbol val="none"/></c:marker>'
        : `<c:marker><c:symbol val="circle"/><c:size val="8"/><c:spPr>${fill}<a:ln><a:noFill/></a:ln></c:spPr></c:marker>`
      const x = places ? numbersXml(names, places) : textsXml(names, categories)
      return `<c:ser>${head}<c:spPr>${line}</c:spPr>${marker}${this.#labels()}<c:xVal>${x}</c:xVal><c:yVal>${amounts}</c:yVal><c:smooth val="${smooth ? 1 : 0}"/></c:ser>`
    }
    if (classic?.radar && kind === 'line')
      return `<c:ser>${head}${classic.area ? `<c:spPr>${fill}</c:spPr>` : this.#lineOf(fill)}${this.#labels()}${category}</c:ser>`
    if (this.#isLine(index))
      return `<c:ser>${head}${this.#lineOf(fill)}${this.#labels()}${category}<c:smooth val="${this.#data.classic?.smooth ? 1 : 0}"/></c:ser>`
    if (kind === 'line') return `<c:ser>${head}<c:spPr>${fill}</c:spPr>${this.#labels()}${category}</c:ser>`
    if (kind === 'pie') {
      const slices = categories.map(
        (_, slice) =>
          `<c:dPt><c:idx val="${slice}"/><c:bubble3D val="0"/><c:spPr>${this.#painter.solid(this.#color(slice))}<a:ln w="19050"><a:solidFill><a:schemeClr val="bg1"/></a:solidFill></a:ln></c:spPr></c:dPt>`,
      )
      return `<c:ser>${head}${slices.join('')}${this.#labels()}${category}</c:ser>`
    }
    return `<c:ser>${head}<c:spPr>${fill}</c:spPr><c:invertIfNegative val="0"/>${this.#labels()}${category}</c:ser>`
  }

  #plot(): string {
    const { kind, series, stacked, classic } = this.#data
    const list = series.map((_, index) => this.#series(index))
    const axes = '<c:axId val="111111111"/><c:axId val="222222222"/>'
    if (kind === 'pie') {
      const tag = classic?.hole ? 'doughnutChart' : 'pieChart'
      const hole = classic?.hole ? `<c:holeSize val="${Math.max(10, Math.min(90, Math.round(classic.hole)))}"/>` : ''
      const angle = (((classic?.angle ?? 0) % 360) + 360) % 360
      return `<c:${tag}><c:varyColors val="1"/>${list[0] ?? ''}<c:firstSliceAng val="${Math.round(angle)}"/>${hole}</c:${tag}>`
    }
    if (kind === 'scatter')
      return `<c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>${list.join('')}${axes}</c:scatterChart>`
    const usual = kind === 'line' ? 'standard' : 'clustered'
    const grouping = stacked && classic?.percent ? 'percentStacked' : stacked ? 'stacked' : usual
    if (classic?.radar && kind === 'line')
      return `<c:radarChart><c:radarStyle val="${classic.area ? 'filled' : 'marker'}"/><c:varyColors val="0"/>${list.join('')}${axes}</c:radarChart>`
    const head = `<c:grouping val="${grouping}"/><c:varyColors val="0"/>`
    const lines = (some: readonly string[]) =>
      `<c:lineChart>${some === list ? head : '<c:grouping val="standard"/><c:varyColors val="0"/>'}${some.join('')}<c:marker val="1"/>${axes}</c:lineChart>`
    if (kind === 'line')
      return classic?.area ? `<c:areaChart>${head}${list.join('')}${axes}</c:areaChart>` : lines(list)
    const gap = classic ? Math.max(0, Math.min(500, Math.round(classic.gap))) : series.length > 1 && !stacked ? 103 : 60
    const overlap = stacked ? 100 : classic ? Math.max(-100, Math.min(100, Math.round(classic.overlap))) : -4
    const isBar = (_: string, index: number): boolean => !this.#isLine(index)
    const over = list.filter((_, index) => this.#isLine(index))
    return `<c:barChart><c:barDir val="${kind === 'bar' ? 'bar' : 'col'}"/>${head}${list.filter(isBar).join('')}<c:gapWidth val="${gap}"/><c:overlap val="${overlap}"/>${axes}</c:barChart>${over.length > 0 ? lines(over) : ''}`
  }

  /** The limits and the step of the value axis. */
  #scaleXml(): { readonly range: string; readonly unit: string } {
    const { classic, scale, stacked } = this.#data
    const factor = stacked && classic?.percent ? 100 : 1
    const [from = null, to = null, step = null] = scale ? [scale.from, scale.to, scale.step] : (classic?.range ?? [])
    const tag = (name: string, value: number | null) => (value === null ? '' : `<c:${name} val="${value / factor}"/>`)
    return { range: tag('max', to) + tag('min', from), unit: step !== null && step > 0 ? tag('majorUnit', step) : '' }
  }

  #axis(which: 'category' | 'value'): string {
    const { kind } = this.#data
    const isCategory = which === 'category'
    const isLying = kind === 'bar'
    const tag = isCategory && kind !== 'scatter' ? 'catAx' : 'valAx'
    const [id, other] = isCategory ? ['111111111', '222222222'] : ['222222222', '111111111']
    const place = isCategory === isLying ? 'l' : 'b'
    // Bars begin above, as they are read.
    const { classic } = this.#data
    const isTurned = classic ? classic.turned : isLying
    const way = isCategory && isTurned ? 'maxMin' : 'minMax'
    const { range, unit } = isCategory ? { range: '', unit: '' } : this.#scaleXml()
    const { color } = this.#item
    const soft = this.#painter.solid({ ...color, alpha: 0.2 })
    const side = isCategory === isLying ? 'y' : 'x'
    const hasGrid = classic ? classic.grid.includes(side) : !isCategory
    const grid = !hasGrid ? '' : `<c:majorGridlines><c:spPr><a:ln w="9525">${soft}</a:ln></c:spPr></c:majorGridlines>`
    const line = `<c:spPr><a:ln w="9525">${isCategory ? soft : '<a:noFill/>'}</a:ln></c:spPr>`
    const end =
      tag === 'catAx'
        ? '<c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="0"/>'
        : `<c:crossBetween val="${kind === 'scatter' || classic?.edges ? 'midCat' : 'between'}"/>${unit}`
    const crosses = !isCategory && isLying && isTurned ? 'max' : 'autoZero'
    const isShown = !classic || classic.axes.includes(side)
    const mark = classic?.marks.includes(side) ? 'out' : 'none'
    const labels = classic && !classic.labels.includes(side) ? 'none' : isCategory ? 'low' : 'nextTo'
    return `<c:${tag}><c:axId val="${id}"/><c:scaling><c:orientation val="${way}"/>${range}</c:scaling><c:delete val="${isShown ? 0 : 1}"/><c:axPos val="${place}"/>${grid}<c:numFmt formatCode="${this.#data.stacked && classic?.percent && !isCategory ? '0%' : 'General'}" sourceLinked="0"/><c:majorTickMark val="${mark}"/><c:minorTickMark val="none"/><c:tickLblPos val="${labels}"/>${line}${this.letters({ size: this.#item.size * (isCategory ? 1 : 0.9), color: isCategory ? color : { ...color, alpha: color.alpha * 0.75 } })}<c:crossAx val="${other}"/><c:crosses val="${crosses}"/>${end}</c:${tag}>`
  }

  /** Where the axes are, as they were drawn. */
  #plotLayout(): string {
    const { plot, rect } = this.#item
    if (!plot || this.#data.kind === 'pie' || this.#data.classic?.radar) return '<c:layout/>'
    const shares = [
      (plot.x - rect.x) / rect.width,
      (plot.y - rect.y) / rect.height,
      plot.width / rect.width,
      plot.height / rect.height,
    ]
    return layoutXml('<c:layoutTarget val="inner"/>', shares)
  }

  #legendXml(): string {
    const { kind, series, legend, title, classic } = this.#data
    if (legend && classic)
      return `<c:legend><c:legendPos val="${classic.legend[0]}"/><c:overlay val="0"/>${this.letters()}</c:legend>`
    if (!legend || (series.length < 2 && kind !== 'pie')) return ''
    const isBeside = kind === 'pie' || kind === 'line'
    const { size, rect } = this.#item
    const top = title.trim() === '' ? 0 : (size * 2.1) / rect.height
    const layout = isBeside ? '' : layoutXml('', [0, top])
    return `<c:legend><c:legendPos val="${isBeside ? 'r' : 't'}"/>${layout}<c:overlay val="0"/>${this.letters()}</c:legend>`
  }

  xml(): string {
    const { kind } = this.#data
    const axes = kind === 'pie' ? '' : this.#axis('category') + this.#axis('value')
    const key = this.#legendXml()
    const plot = `<c:plotArea>${this.#plotLayout()}${this.#plot()}${axes}<c:spPr><a:noFill/></c:spPr></c:plotArea>`
    const names = `xmlns:c="${chartUri}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
    return `${declaration}<c:chartSpace ${names}><c:date1904 val="0"/><c:roundedCorners val="0"/><c:chart>${this.#title()}${plot}${key}<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>${this.letters()}<c:externalData r:id="rId1"><c:autoUpdate val="0"/></c:externalData></c:chartSpace>`
  }
}

/** A chart as the program's own, with its sheet. */
export function chartFrameXml(item: ChartItem, writer: ObjectWriter): string {
  if (!item.data) return ''
  const { painter, resources } = writer
  const part = resources.chart(new ChartXml(item, item.data, painter).xml(), sheetOf(item.data))
  const id = resources.relationships.add('chart', part)
  const names = `<p:nvGraphicFramePr>${writer.nameXml(item, 'Chart')}<p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>`
  return `<p:graphicFrame>${names}${transformXml(item.rect, { tag: 'p', rotation: item.rotation })}<a:graphic><a:graphicData uri="${chartUri}"><c:chart xmlns:c="${chartUri}" r:id="${id}"/></a:graphicData></a:graphic></p:graphicFrame>`
}
