import type { SpeakerPageData } from '../../../api/deck-pages/live-page-data.ts'
import type { OutlineSlide } from '../../../api/deck-pages/page-data.ts'
import type { Move } from '../../../player/messages.ts'
import { hidesSlides, type SpeakerLayout } from '../../../rules/speaker-layouts.ts'
import { AreaBoundary } from '../../../ui/area-boundary.tsx'
import { areaFailed } from '../../features/live/area-failed.ts'
import { commandOfDeckKey } from '../../features/live/stage-keys.ts'
import { type Stage, useStage } from '../../features/live/use-stage.ts'
import { CoverLine } from './cover-message.tsx'
import { CurrentSlide } from './current-slide.tsx'
import { NextSlide } from './next-slide.tsx'
import { NotesPanel } from './notes-panel.tsx'
import styles from './speaker-page.module.css'
import type { Speaking } from './use-speaking.ts'

export interface SpeakerPanesProps {
  data: SpeakerPageData
  stage: Stage
  speaking: Speaking
  /** The current slide; undefined if it is unknown. */
  slide: OutlineSlide | undefined
  layout: SpeakerLayout
  onMove: (to: Move) => void
  goto: (h: number, v: number, f: number | null) => void
}

/** The panes of the speaker view: the current slide, the next one and the notes. */
export function SpeakerPanes({ data, stage, speaking, slide, layout, onMove, goto }: SpeakerPanesProps) {
  const { deck, outline, notes } = data
  const { state } = useStage(stage)
  const { handle, cover, uncover, pointing, overview, command } = speaking
  return (
    <main className={styles.panes} data-panes>
      <AreaBoundary text={areaFailed}>
        <CurrentSlide
          {...{ frame: data.frame, title: deck.title, link: stage.link, handle, pointing, overview }}
          cover={hidesSlides(layout) ? null : cover}
          onUncover={uncover}
          onMove={onMove}
          onReport={(report) => speaking.setOverview(report.overview)}
          onKey={(key) => {
            const given = commandOfDeckKey(key)
            if (given) command(given)
          }}
        />
      </AreaBoundary>
      <AreaBoundary text={areaFailed}>
        <NextSlide
          {...{ frame: data.nextFrame, title: deck.title, state, outline }}
          onJump={(place) => goto(place.h, place.v, place.f)}
        />
      </AreaBoundary>
      {hidesSlides(layout) && cover !== null && <CoverLine cover={cover} onUncover={uncover} />}
      <AreaBoundary key={slide?.id} text={areaFailed}>
        <NotesPanel notes={(slide && notes[slide.id]) ?? ''} slideId={slide?.id ?? ''} />
      </AreaBoundary>
    </main>
  )
}
