import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ApiClient } from '../../../api/client.ts'
import type { ExportOffer } from '../../../api/exports/contract.ts'
import {
  type ExportFormatRules,
  type ExportType,
  exportFormats,
  initialOptions,
} from '../../../rules/export-formats/index.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx'
import { FailedNotice, LoadingNotice } from '../../../ui/notice.tsx'
import { LazyDeckSync } from '../file-storage/lazy-deck-sync.tsx'
import { ExportList } from './export-list.tsx'
import styles from './exports-panel.module.css'
import { OptionFields, type Options } from './option-fields.tsx'
import { type Exports, type LoadedExports, useExports } from './use-exports.ts'

/** Props of ExportsPanel. */
export interface ExportsPanelProps {
  readonly api: ApiClient
  readonly deckId: number
  /** Whether it is shown: it asks the server then. */
  readonly shown: boolean
  /** The exports, if the page has loaded them already. */
  readonly initial?: LoadedExports
  /** Runs before an export starts, such as a save; false: it is not started. */
  readonly beforeStart?: () => Promise<boolean>
}

function FormatChoice(props: {
  readonly formats: readonly ExportFormatRules[]
  readonly value: ExportType
  onChange(type: ExportType): void
}) {
  const cards = props.formats.map(({ type, label, about }) => ({ value: type, title: label, text: about }))
  return (
    <ChoiceCards
      name="export-format"
      legend="Format"
      cards={cards}
      value={props.value}
      onChange={(value) => props.onChange(value as ExportType)}
    />
  )
}

function ExportForm(props: {
  readonly exports: Exports
  readonly offer: ExportOffer
  readonly beforeStart?: () => Promise<boolean>
}) {
  const { exports, offer, beforeStart } = props
  const formats: readonly ExportFormatRules[] = exportFormats.filter(({ type }) => offer.types.includes(type))
  const [type, setType] = useState<ExportType | null>(null)
  const [chosen, setChosen] = useState<Readonly<Record<string, Options>>>({})
  const [busy, setBusy] = useState(false)
  const format = formats.find((one) => one.type === type) ?? formats[0]
  if (!format) return null
  const options = chosen[format.type] ?? initialOptions(format.fields)
  const start = async () => {
    setBusy(true)
    if ((await beforeStart?.()) !== false) await exports.start(format.type as ExportType, options)
    setBusy(false)
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void start()
      }}
    >
      {formats.length > 1 ? (
        <FormatChoice formats={formats} value={format.type as ExportType} onChange={setType} />
      ) : (
        <p className={styles.about}>{format.about}</p>
      )}
      <OptionFields
        fields={format.fields}
        readable={offer}
        options={options}
        onChange={(next) => setChosen((now) => ({ ...now, [format.type]: next }))}
      />
      <Button type="submit" variant="primary" busy={busy} icon={<Download size={16} aria-hidden />}>
        Export {format.label}
      </Button>
    </form>
  )
}

/** Exports a deck as a file: a form with the format and its options, and the last exports. */
export function ExportsPanel({ api, deckId, shown, initial, beforeStart }: ExportsPanelProps) {
  const exports = useExports(api, deckId, shown, initial)
  const { loaded, reload } = exports
  if (loaded.state === 'loading') return <LoadingNotice label="Loading the last exports" />
  if (loaded.state !== 'loaded') return <FailedNotice text="The last exports could not be loaded" onRetry={reload} />
  return (
    <div className={styles.panel}>
      <ExportForm exports={exports} offer={loaded.offer} beforeStart={beforeStart} />
      <ExportList list={loaded.list} started={exports.started} onRemove={(id) => void exports.remove(id)} />
      {shown && loaded.offer.file_storage && <LazyDeckSync api={api} deckId={deckId} beforeStart={beforeStart} />}
    </div>
  )
}
