import { RotateCw } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { ShownFrame } from '../../../api/deck-pages/page-data.ts'
import type { AppKey, Move } from '../../../player/messages.ts'
import { frameLimits } from '../../../rules/frame-limits.ts'
import { frameMargins } from '../../../rules/frame-modes.ts'
import { messages } from '../../../rules/messages.ts'
import { usesTouchDevice } from '../../../ui/device.ts'
import { LaserLayer } from '../../features/live/laser-layer.tsx'
import type { DeckReport } from '../../features/live/own-change.ts'
import { StageFrame, type StageFrameHandle } from '../../features/live/stage-frame.tsx'
import type { StageLink } from '../../features/live/stage-link.ts'
import { type Cover, CoverMessage } from './cover-message.tsx'
import { slideAspect } from './slide-aspect.ts'
import styles from './slides.module.css'
import { TouchLayer } from './touch-layer.tsx'

export interface CurrentSlideProps {
  frame: ShownFrame
  title: string
  link: StageLink
  handle: RefObject<StageFrameHandle | null>
  cover: Cover | null
  pointing: boolean
  overview: boolean
  onReport: (report: DeckReport) => void
  onKey: (key: AppKey) => void
  onMove: (to: Move) => void
  onUncover: () => void
}

/** The current slide, with its overlays: cover, laser pointer and touch layer. */
export function CurrentSlide(props: CurrentSlideProps) {
  const { frame, title, link, handle, cover, pointing, overview, onReport, onKey, onMove, onUncover } = props
  const [failed, setFailed] = useState(false)
  return (
    <section ref={slideAspect(frame.slide)} className={styles.current} aria-label="Current slide" data-current>
      <StageFrame
        frame={frame}
        title={`Current slide of ${title}`}
        link={link}
        alone
        className={styles.frame}
        covered={cover === 'address'}
        handle={handle}
        onReport={onReport}
        onKey={onKey}
        onFailure={() => setFailed(true)}
      />
      {usesTouchDevice() && !overview && <TouchLayer onMove={onMove} />}
      {pointing && (
        <LaserLayer
          link={link}
          fit={{ margin: frameMargins.speaker, maxScale: frameLimits.upsizingMaxScale, slide: frame.slide }}
          className={styles.pointing}
        />
      )}
      {failed && (
        <div className={styles.paused} role="alert">
          <p>{messages.live.startFailed}</p>
          <button type="button" className={styles.resume} onClick={() => window.location.reload()}>
            <RotateCw aria-hidden /> {messages.live.reload}
          </button>
        </div>
      )}
      {!failed && cover !== null && (
        <div className={styles.paused} data-screen={cover} role="status">
          <CoverMessage cover={cover} onUncover={onUncover} />
        </div>
      )}
    </section>
  )
}
