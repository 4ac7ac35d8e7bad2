import type { RefObject } from 'react'
import type { PresenterPageData } from '../../../api/deck-pages/live-page-data.ts'
import { frameLimits } from '../../../rules/frame-limits.ts'
import { frameMargins } from '../../../rules/frame-modes.ts'
import { LaserLayer } from '../../features/live/laser-layer.tsx'
import { StageFrame, type StageFrameHandle } from '../../features/live/stage-frame.tsx'
import { commandOfDeckKey, type StageCommand } from '../../features/live/stage-keys.ts'
import type { StageLink } from '../../features/live/stage-link.ts'
import styles from './presenter-page.module.css'

export interface PresenterStageProps {
  data: PresenterPageData
  link: StageLink
  handle: RefObject<StageFrameHandle | null>
  /** Whether the laser pointer follows the mouse. */
  points: boolean
  /** Whether slides are enlarged to fill the window. */
  enlarges: boolean
  command: (given: StageCommand) => void
  onEdge: (near: boolean) => void
  onFailure: () => void
}

/** The presenter's deck, with the layer of the laser pointer. */
export function PresenterStage(props: PresenterStageProps) {
  const { data, link, handle, points, enlarges, command, onEdge, onFailure } = props
  const fit = {
    margin: frameMargins.presenter,
    maxScale: enlarges ? frameLimits.upsizingMaxScale : 1,
    slide: data.frame.slide,
  }
  return (
    <main className={styles.stage} aria-label={data.deck.title}>
      <StageFrame
        {...{ frame: data.frame, title: data.deck.title, link, handle, onEdge, onFailure }}
        alone={false}
        onKey={(key) => {
          const given = commandOfDeckKey(key)
          if (given) command(given)
        }}
        className={styles.frame}
      />
      {points && <LaserLayer link={link} fit={fit} className={styles.pointing} />}
    </main>
  )
}
