import { useEffect, useMemo, useRef, useState } from 'react'
import type { SpeakerPageData } from '../../../api/deck-pages/live-page-data.ts'
import type { Move, ScreenColor } from '../../../player/messages.ts'
import type { SpeakerLayout } from '../../../rules/speaker-layouts.ts'
import { usesTouchDevice } from '../../../ui/device.ts'
import { Palette } from '../../../ui/palette.tsx'
import { findSlides, slideIndexAt, slideNumber, slideTitle } from '../../features/live/deck-outline.ts'
import { focusFrame } from '../../features/live/focus-frame.ts'
import type { SaveSetting } from '../../features/live/save-setting.ts'
import type { StageFrameHandle } from '../../features/live/stage-frame.tsx'
import { commandOfDeckKey, type StageCommand } from '../../features/live/stage-keys.ts'
import { screenOf, turned } from '../../features/live/stage-state.ts'
import { toggleFullscreen } from '../../features/live/toggle-fullscreen.ts'
import { type Stage, useStage, useWakeLock } from '../../features/live/use-stage.ts'
import { useStageKeys } from '../../features/live/use-stage-keys.ts'
import { ConnectionLine } from './connection-line.tsx'
import { type Cover, CoverLine } from './cover-words.tsx'
import { CurrentSlide } from './current-slide.tsx'
import { keysToSlides } from './keys-to-slides.ts'
import { LayoutChooser } from './layout-chooser.tsx'
import { NextSlide } from './next-slide.tsx'
import { NotesPanel } from './notes-panel.tsx'
import styles from './speaker-page.module.css'
import { StageTools } from './stage-tools.tsx'
import { TimeBar } from './time-bar.tsx'
import { TouchControls } from './touch-controls.tsx'

export interface SpeakerPageProps {
  data: SpeakerPageData
  stage: Stage
  saveSetting: SaveSetting
}

/** What the speaker does, and what of it only this window knows. */
function useSpeaking({ stage }: SpeakerPageProps) {
  const { link } = stage
  const handle = useRef<StageFrameHandle | null>(null)
  const { state } = useStage(stage)
  const [pointing, setPointing] = useState(false)
  const [overview, setOverview] = useState(false)
  const [jumping, setJumping] = useState(false)
  const screen = screenOf(state)
  const address = state.address ?? false
  const cover: Cover | null = address ? 'address' : screen
  const turn = (color: ScreenColor) => link.change(turned(state, color))
  const command = (given: StageCommand): void => {
    if (given.do === 'move') handle.current?.send({ type: 'move', to: given.to })
    else if (given.do === 'pause') turn(screen === null ? 'black' : screen)
    else if (given.do === 'white') turn('white')
    else if (given.do === 'overview') handle.current?.send({ type: 'overview', on: !overview })
    else if (given.do === 'jump') setJumping(true)
    else if (given.do === 'light') setPointing(!pointing && cover === null)
    else if (given.do === 'address') link.change({ address: !address, light: null })
    else if (given.do === 'fullscreen') toggleFullscreen()
  }
  const keyState = useRef({ paused: false, overview: false, address: false })
  keyState.current = { paused: screen !== null, overview, address }
  useStageKeys(keyState, command)
  // Escape means something else in the deck: while the address is shown the keys are the page's.
  const hadAddress = useRef(address)
  useEffect(() => {
    const frame = handle.current?.element ?? null
    if (address && document.activeElement === frame) frame?.blur()
    else if (!address && hadAddress.current && document.activeElement === document.body) focusFrame(frame)
    hadAddress.current = address
  }, [address])
  const uncover = () => command({ do: address ? 'address' : 'pause' })
  return { handle, screen, address, cover, uncover, pointing, overview, setOverview, jumping, setJumping, command }
}

/** The speaker view: the slide that all see, the one that comes, the notes, the time. */
export function SpeakerPage(props: SpeakerPageProps) {
  const { data, stage, saveSetting } = props
  const { deck, outline, notes } = data
  const { state, live } = useStage(stage)
  const speaking = useSpeaking(props)
  const { handle, screen, address, cover, uncover, pointing, overview, command } = speaking
  const [layout, setLayout] = useState<SpeakerLayout>(data.settings.speaker_layout)
  const touch = useMemo(() => usesTouchDevice(), [])
  const stacked = useMemo(() => outline.some(({ v }) => v > 0), [outline])
  const at = slideIndexAt(outline, { h: state.indexh, v: state.indexv })
  const slide = outline[at]
  useWakeLock(true)
  const onMove = (to: Move) => command({ do: 'move', to })
  const goto = (h: number, v: number, f: number | null) => handle.current?.send({ type: 'goto', h, v, f })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: it only gives the keys back to the slides after a press of the mouse
    <div
      className={styles.page}
      data-layout={layout}
      data-touch={touch}
      onClick={(event) => {
        if (!touch) keysToSlides(event, handle.current?.element ?? null)
      }}
    >
      <header className={styles.bar}>
        <h1 className="spoken-only">Speaker view of {deck.title}</h1>
        <TimeBar deckId={deck.id} slide={at} slides={outline.length} />
        <p className={styles.place} data-place>
          <strong>{at < 0 ? '–' : at + 1}</strong> / {outline.length}
        </p>
        <ConnectionLine live={live} onTakeOver={() => stage.stream.takeOver()} />
        <LayoutChooser
          value={layout}
          onChange={(chosen) => {
            setLayout(chosen)
            saveSetting('speaker_layout', chosen)
          }}
        />
      </header>
      <main className={styles.panes}>
        <CurrentSlide
          {...{ frame: data.frame, title: deck.title, link: stage.link, handle, pointing, overview }}
          cover={layout === 'notes-only' ? null : cover}
          onUncover={uncover}
          onMove={onMove}
          onReport={(report) => speaking.setOverview(report.overview)}
          onKey={(key) => {
            const given = commandOfDeckKey(key)
            if (given) command(given)
          }}
        />
        <NextSlide
          {...{ frame: data.nextFrame, title: deck.title, state, outline }}
          onJump={(place) => goto(place.h, place.v, place.f)}
        />
        {layout === 'notes-only' && cover !== null && <CoverLine cover={cover} onUncover={uncover} />}
        <NotesPanel notes={(slide && notes[slide.id]) ?? ''} slideId={slide?.id ?? ''} />
      </main>
      <footer className={styles.foot}>
        <StageTools {...{ screen, pointing, overview, address }} onCommand={command} />
        {touch && (
          <TouchControls {...{ stacked, onMove }} paused={screen !== null} onResume={() => command({ do: 'pause' })} />
        )}
      </footer>
      <div className="spoken-only" aria-live="polite" data-announcer>
        {slide ? `Slide ${at + 1} of ${outline.length}: ${slideTitle(slide)}` : ''}
      </div>
      <Palette
        open={speaking.jumping}
        label="Go to slide"
        placeholder="Number or words of a slide"
        entriesFor={(typed) =>
          findSlides(outline, typed).map((found) => ({
            id: `${found.h}/${found.v}`,
            label: slideTitle(found),
            group: 'Slides',
            shortcut: slideNumber(found),
          }))
        }
        onChoose={(id) => {
          const [h = 0, v = 0] = id.split('/').map(Number)
          goto(h, v, null)
        }}
        onClose={() => speaking.setJumping(false)}
        onChosen={() => focusFrame(handle.current?.element ?? null)}
      />
    </div>
  )
}
