import type { SpeakerPageData } from '../../../api/deck-pages/live-page-data.ts'
import type { SpeakerLayout } from '../../../rules/speaker-layouts.ts'
import { AreaBoundary } from '../../../ui/area-boundary.tsx'
import { areaFailed } from '../../features/live/area-failed.ts'
import { type Stage, useStage } from '../../features/live/use-stage.ts'
import { ConnectionLine } from './connection-line.tsx'
import { LayoutChooser } from './layout-chooser.tsx'
import styles from './speaker-page.module.css'
import { TimeBar } from './time-bar.tsx'

export interface SpeakerBarProps {
  data: SpeakerPageData
  stage: Stage
  /** Index of the current slide from 0; -1: unknown. */
  at: number
  layout: SpeakerLayout
  onLayout: (chosen: SpeakerLayout) => void
}

/** The bar at the top of the speaker view: time, slide, connection and layout. */
export function SpeakerBar({ data, stage, at, layout, onLayout }: SpeakerBarProps) {
  const { deck, outline } = data
  const { live } = useStage(stage)
  return (
    <header className={styles.bar}>
      <h1 className="spoken-only">Speaker view of {deck.title}</h1>
      <AreaBoundary text={areaFailed}>
        <TimeBar deckId={deck.id} slide={at} slides={outline.length} />
      </AreaBoundary>
      <p className={styles.place} data-place>
        <strong>{at < 0 ? '–' : at + 1}</strong> / {outline.length}
      </p>
      <AreaBoundary text={areaFailed}>
        <ConnectionLine live={live} onTakeOver={() => stage.stream.takeOver()} />
      </AreaBoundary>
      <AreaBoundary text={areaFailed}>
        <LayoutChooser value={layout} onChange={onLayout} />
      </AreaBoundary>
    </header>
  )
}
