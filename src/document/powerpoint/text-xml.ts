import type { Painter } from './look.ts'
import type { SceneBullet, SceneParagraph, SceneRun } from './scene.ts'
import type { PlacedParagraph } from './text-layout.ts'
import { attributes, emu, points, share, size, text } from './xml.ts'

/** How a text's links are written: the relationship's id, and the action of links to slides. */
export type LinkXml = (link: string, keepsColor: boolean) => string

export interface TextWriter {
  readonly painter: Painter
  readonly link: LinkXml
  readonly language: string
}

const aligns: Readonly<Record<SceneParagraph['align'], string>> = {
  left: 'l',
  center: 'ctr',
  right: 'r',
  justify: 'just',
}

/** Properties of a run. `tag`: rPr, or endParaRPr. */
function runProperties(
  run: SceneRun,
  isHeading: boolean,
  { painter, link, language }: TextWriter,
  tag = 'rPr',
): string {
  const values = attributes({
    lang: run.language ?? language,
    sz: Math.min(400_000, Math.max(100, points(run.size))),
    b: run.bold ? 1 : 0,
    i: run.italic ? 1 : 0,
    u: run.underline ? 'sng' : 'none',
    strike: run.strike ? 'sngStrike' : null,
    cap: run.caps ? 'all' : null,
    spc: Math.abs(run.spacing) < 0.01 ? null : Math.min(400_000, Math.max(-400_000, points(run.spacing))),
    baseline: run.raised === 0 ? null : run.raised * 1000,
    dirty: 0,
  })
  const highlight = run.highlight ? `<a:highlight>${painter.color(run.highlight)}</a:highlight>` : ''
  const isThemeLink = run.color.hex === painter.look.link.toLowerCase()
  const linked = run.link === null || tag !== 'rPr' ? '' : link(run.link, !isThemeLink)
  return `<a:${tag}${values}>${painter.solid(run.color)}${highlight}${painter.font(run.font, isHeading)}${linked}</a:${tag}>`
}

function runsXml(paragraph: SceneParagraph, writer: TextWriter): string {
  return paragraph.runs
    .map((run) => {
      const properties = runProperties(run, paragraph.isHeading, writer)
      return run.text
        .split('\n')
        .map((part) => (part === '' ? '' : `<a:r>${properties}<a:t>${text(part)}</a:t></a:r>`))
        .join(`<a:br>${runProperties({ ...run, link: null }, paragraph.isHeading, writer)}</a:br>`)
    })
    .join('')
}

function bulletXml(bullet: SceneBullet | null, painter: Painter): string {
  if (!bullet) return '<a:buNone/>'
  const color = `<a:buClr>${painter.color(bullet.color)}</a:buClr>`
  const percent = `<a:buSzPct val="${Math.min(400_000, Math.max(25_000, share(bullet.size)))}"/>`
  if (bullet.numbering) {
    const start = attributes({
      type: bullet.numbering,
      startAt: bullet.start > 1 ? Math.min(32_767, bullet.start) : null,
    })
    return `${color}${percent}<a:buFontTx/><a:buAutoNum${start}/>`
  }
  return `${color}${percent}<a:buFont typeface="Arial"/><a:buChar char="${text(bullet.char ?? '•')}"/>`
}

/** A paragraph. `spacing`: whether its lines have the measured distance; cells of tables have the font's own. */
export function paragraphXml(placed: PlacedParagraph, writer: TextWriter, spacing: 'exact' | 'font' = 'exact'): string {
  const { paragraph, before, pitch, margin } = placed
  const { bullet, level, rightToLeft, align } = paragraph
  const values = attributes({
    marL: Math.min(51_206_400, size(margin)),
    indent: bullet ? -Math.min(51_206_400, emu(Math.min(bullet.indent, margin))) : 0,
    lvl: level > 0 ? level : null,
    algn: aligns[align],
    rtl: rightToLeft ? 1 : null,
  })
  const exact = `<a:spcPts val="${Math.min(158_400, Math.max(0, points(pitch)))}"/>`
  const lines = `<a:lnSpc>${spacing === 'exact' ? exact : '<a:spcPct val="100000"/>'}</a:lnSpc>`
  const gap = `<a:spcBef><a:spcPts val="${Math.min(158_400, points(before))}"/></a:spcBef><a:spcAft><a:spcPts val="0"/></a:spcAft>`
  const end = paragraph.runs.at(-1)
  const endXml = end ? runProperties(end, paragraph.isHeading, writer, 'endParaRPr') : ''
  return `<a:p><a:pPr${values}>${lines}${gap}${bulletXml(bullet, writer.painter)}</a:pPr>${runsXml(paragraph, writer)}${endXml}</a:p>`
}

/** Body properties: insets in px, no autofit, so that nothing moves what was measured. */
export function bodyProperties(options: {
  readonly insets: readonly [left: number, top: number, right: number, bottom: number]
  readonly anchor?: 't' | 'ctr' | 'b'
  readonly wraps?: boolean
}): string {
  const [left, top, right, bottom] = options.insets.map(size) as [number, number, number, number]
  const values = attributes({
    wrap: options.wraps === false ? 'none' : 'square',
    ...{ lIns: left, tIns: top, rIns: right, bIns: bottom },
    anchor: options.anchor ?? 't',
  })
  return `<a:bodyPr${values}><a:noAutofit/></a:bodyPr>`
}
