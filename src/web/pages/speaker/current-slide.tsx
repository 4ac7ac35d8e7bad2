import { RotateCw } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { ShownFrame } from '../../../api/deck-pages/page-data.ts'
import type { AppKey, Move } from '../../../player/messages.ts'
import { limits } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { usesTouchDevice } from '../../../ui/device.ts'
import type { DeckReport } from '../../features/live/own-change.ts'
import { PointingLayer } from '../../features/live/pointing-layer.tsx'
import { StageFrame, type StageFrameHandle } from '../../features/live/stage-frame.tsx'
import type { StageLink } from '../../features/live/stage-link.ts'
import { type Cover, CoverWords } from './cover-words.tsx'
import { FingerLayer } from './finger-layer.tsx'
import styles from './slides.module.css'

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

/** The slide that everybody sees, with what lies over it: the pause, the pointer, the finger. */
export function CurrentSlide(props: CurrentSlideProps) {
  const { frame, title, link, handle, cover, pointing, overview, onReport, onKey, onMove, onUncover } = props
  const [failed, setFailed] = useState(false)
  return (
    <section className={styles.current} aria-label="Current slide" data-current>
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
      {usesTouchDevice() && !overview && <FingerLayer onMove={onMove} />}
      {pointing && (
        <PointingLayer
          link={link}
          fit={{ margin: 0, maxScale: limits.live.upsizingMaxScale }}
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
          <CoverWords cover={cover} onUncover={onUncover} />
        </div>
      )}
    </section>
  )
}
