import { Download, Trash2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { DeckExport } from '../../../api/exports/contract.ts'
import { exportFormat } from '../../../rules/export-formats/index.ts'
import { formatBytes } from '../../../rules/storage-meter.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useRemovalFocus } from '../../../ui/use-removal-focus.ts'
import styles from './exports-panel.module.css'
import { isOpen } from './use-exports.ts'

/** What an export that is being made does now. `isNew`: it was started just now, and nothing else is known of it. */
export function progressText(
  { status, slide, slides }: Pick<DeckExport, 'status' | 'slide' | 'slides'>,
  isNew = false,
): string {
  if (status === 'pending') return isNew ? 'Starting' : 'Waiting for its turn'
  if (slides === 0) return 'Starting'
  return slide < slides ? `Slide ${slide} of ${slides}` : 'Writing the file'
}

/** A label within a sentence; names such as A4 and HTML keep their capitals. */
const inSentence = (label: string): string => label.replace(/^[A-Z](?=[a-z]|\b)/, (letter) => letter.toLowerCase())

/** The options that differ from the initial ones, in words. */
export function optionTexts({ type, options }: Pick<DeckExport, 'type' | 'options'>): string[] {
  return Object.entries(exportFormat(type).fields).flatMap(([name, field]) => {
    const value = options[name]
    if (value === undefined || value === field.initial) return []
    if (field.kind === 'flag') return [value ? inSentence(field.label) : `without ${inSentence(field.label)}`]
    const chosen = field.options.find(({ id }) => id === value)
    return [chosen?.listed ?? inSentence(chosen?.label ?? '')]
  })
}

function Progress({ one, isNew }: { one: DeckExport; isNew: boolean }) {
  const text = progressText(one, isNew)
  const part = one.slides === 0 ? 0 : one.slide / one.slides
  return (
    <>
      <span className={styles.state} role="status">
        {text}
      </span>
      <progress className="spoken-only" aria-label={text} max={1} value={part} />
      {/* As SVG, because the CSP forbids inline styles. */}
      <svg className={styles.bar} width="100%" height="6" aria-hidden="true">
        <rect width={`${Math.max(3, part * 100)}%`} height="6" rx="3" />
      </svg>
    </>
  )
}

/** The notes of a report, each text once with all its slides. */
export function reportLines(report: DeckExport['report']): { readonly text: string; readonly slides: string[] }[] {
  const lines = new Map<string, string[]>()
  for (const { slide, text } of report) {
    const slides = lines.get(text) ?? []
    if (slide !== null && !slides.includes(slide)) slides.push(slide)
    lines.set(text, slides)
  }
  return [...lines].map(([text, slides]) => ({ text, slides }))
}

function Report({ report }: Pick<DeckExport, 'report'>) {
  if (report.length === 0) return null
  const lines = reportLines(report)
  return (
    <details className={styles.report}>
      <summary>{lines.length === 1 ? 'One thing to know' : `${lines.length} things to know`}</summary>
      <ul>
        {lines.map(({ slides, text }) => (
          <li key={text}>
            {slides.length > 0 && (
              <b>
                {slides.length === 1 ? 'Slide' : 'Slides'} {slides.join(', ')}:{' '}
              </b>
            )}
            {text}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Facts({ one, isNew }: { one: DeckExport; isNew: boolean }) {
  if (isOpen(one)) return <Progress one={one} isNew={isNew} />
  if (one.status === 'failed') {
    return (
      <span className={styles.failed} role="alert">
        {[one.error, ...one.report.map(({ text }) => `${text}.`)].join(' ')}
      </span>
    )
  }
  return (
    <span className={styles.state}>
      {formatBytes(one.size ?? 0)}, <Moment time={one.created_at} />
    </span>
  )
}

function Item({ one, isNew, onRemove }: { one: DeckExport; isNew: boolean; onRemove: () => void }) {
  const { label } = exportFormat(one.type)
  const texts = optionTexts(one)
  const row = useRef<HTMLLIElement>(null)
  const isPending = one.status === 'pending'
  // On small screens the list is below what is seen.
  useEffect(() => {
    if (isPending) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isPending])
  return (
    <li ref={row} className={styles.item}>
      <div className={styles.facts}>
        <span className={styles.name}>
          {label}
          {texts.length > 0 && <span className={styles.options}> {texts.join(', ')}</span>}
        </span>
        <Facts one={one} isNew={isNew} />
      </div>
      <div className={styles.buttons}>
        {one.url !== null && (
          <ButtonLink to={one.url} reloadDocument download size="s" icon={<Download size={16} aria-hidden />}>
            Download
          </ButtonLink>
        )}
        <IconButton
          label={isOpen(one) ? `Cancel the export as ${label}` : `Delete this ${label}`}
          icon={isOpen(one) ? <X /> : <Trash2 />}
          onClick={onRemove}
        />
      </div>
      {one.status === 'finished' && <Report report={one.report} />}
    </li>
  )
}

/** The last exports of a deck. `started`: the id of one that was started just now. */
export function ExportList(props: {
  readonly list: readonly DeckExport[]
  readonly started: number | null
  onRemove(id: number): void
}) {
  const { list, started, onRemove } = props
  const focus = useRemovalFocus<HTMLUListElement>('a, button', () =>
    document.querySelector<HTMLElement>(`.${styles.form} button[type="submit"]`),
  )
  if (list.length === 0) return <p className={styles.kept}>Exported files are kept here for 24 hours.</p>
  return (
    <section aria-labelledby="last-exports">
      <h3 id="last-exports" className={styles.title}>
        Last exports
      </h3>
      <ul ref={focus.list} className={styles.list}>
        {list.map((one, index) => (
          <Item
            key={one.id}
            one={one}
            isNew={one.id === started}
            onRemove={() => {
              focus.removing(index)
              onRemove(one.id)
            }}
          />
        ))}
      </ul>
      <p className={styles.kept}>Files are kept for 24 hours.</p>
    </section>
  )
}
