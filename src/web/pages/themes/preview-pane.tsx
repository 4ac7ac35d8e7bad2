import { ChevronLeft, ChevronRight, MonitorPlay, Smartphone } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { ShownFrame } from '../../../api/deck-pages/page-data.ts'
import { themesContracts } from '../../../api/themes/contract.ts'
import { themeSample } from '../../../document/theme-sample.ts'
import { type HostPort, openHostPort } from '../../../player/host-port.ts'
import type { ThemeDraft } from '../../../player/theme-draft.ts'
import { type SlideSize, slideSizeText } from '../../../rules/slide-size.ts'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { FailedNotice } from '../../../ui/notice.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useApi } from '../../data/session-context.tsx'
import { frameAllowance } from '../../features/live/frame-allowance.ts'
import styles from './preview-pane.module.css'

type SampleFrame = Omit<ShownFrame, 'slide'>
type Loaded = SampleFrame | 'loading' | 'failed'

/** The address of the sample deck's frame. It is valid for minutes, so each load of the frame asks for another. */
function useThemeFrame(themeId: number, key: unknown, { width, height }: SlideSize): { frame: Loaded; reload(): void } {
  const api = useApi()
  const [frame, setFrame] = useState<Loaded>('loading')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    void [key, tries]
    const query = { slide_size: slideSizeText({ width, height }) }
    const ended = new AbortController()
    api.call(themesContracts.frame, { params: { id: themeId }, query, signal: ended.signal }).then(
      (shown) => setFrame(shown),
      () => {
        if (!ended.signal.aborted) setFrame('failed')
      },
    )
    return () => ended.abort()
  }, [api, themeId, key, tries, width, height])
  return {
    frame,
    reload: () => {
      setFrame('loading')
      setTries((count) => count + 1)
    },
  }
}

/** Connects the page to the frame of the sample deck. The slide stays when the frame is loaded again. */
function useFramePort(
  element: RefObject<HTMLIFrameElement | null>,
  frame: SampleFrame | null,
  draft: ThemeDraft | null,
) {
  const [slide, setSlide] = useState(0)
  const [isReady, setReady] = useState(false)
  const port = useRef<HostPort | null>(null)
  const latest = useRef({ slide, draft, isReady })
  latest.current = { slide, draft, isReady }
  const post = useCallback(() => {
    const { draft: shown } = latest.current
    const target = frame?.origin === 'null' ? '*' : frame?.origin
    if (shown && target) element.current?.contentWindow?.postMessage(shown, target)
  }, [element, frame])
  useEffect(() => {
    if (!frame || !element.current) return
    setReady(false)
    // Before the next render, too: the new frame gets the draft once it is ready.
    latest.current.isReady = false
    const opened = openHostPort({
      frame: element.current,
      origin: frame.origin,
      receive: (message) => {
        // The frame starts at its first slide, then shows the requested one.
        if (message.type === 'changed' && latest.current.isReady) setSlide(message.h)
        if (message.type !== 'ready') return
        if (latest.current.slide > 0) opened.send({ type: 'goto', h: latest.current.slide, v: 0, f: null })
        post()
        setReady(true)
      },
    })
    port.current = opened
    return () => opened.close()
  }, [frame, element, post])
  useEffect(() => {
    if (draft && latest.current.isReady) post()
  }, [draft, post])
  const goto = (h: number) => {
    setSlide(h)
    port.current?.send({ type: 'goto', h, v: 0, f: null })
  }
  return { slide, isReady, goto, post }
}

interface SlideChoiceProps {
  readonly slide: number
  goto(slide: number): void
}

/** Steps through the slides of the sample deck. */
export function SlideChoice({ slide, goto }: SlideChoiceProps) {
  const last = themeSample.length - 1
  return (
    <div className={styles.slides}>
      <IconButton
        label="Previous slide"
        icon={<ChevronLeft />}
        disabled={slide === 0}
        onClick={() => goto(Math.max(0, slide - 1))}
      />
      <select
        className={styles.choice}
        aria-label="Slide of the preview"
        value={slide}
        onChange={(event) => goto(Number(event.target.value))}
      >
        {themeSample.map(({ title }, index) => (
          <option key={title} value={index}>
            {index + 1}. {title}
          </option>
        ))}
      </select>
      <IconButton
        label="Next slide"
        icon={<ChevronRight />}
        disabled={slide === last}
        onClick={() => goto(Math.min(last, slide + 1))}
      />
    </div>
  )
}

/** Props of ThemeFrame. */
export interface ThemeFrameProps {
  readonly themeId: number
  /** Loads the frame again when it changes: scripts run only when a document is loaded. */
  readonly version: unknown
  /** The unsaved theme; null: as stored. */
  readonly draft: ThemeDraft | null
  readonly className?: string
  /** The size of the theme's slides; the frame is loaded again for another. */
  readonly size: SlideSize
  /** Shown with the frame. */
  children(choice: SlideChoiceProps): React.ReactNode
}

/** The sample deck in a theme, in a frame of the content host. */
export function ThemeFrame({ themeId, version, draft, className, size, children }: ThemeFrameProps) {
  const { frame, reload } = useThemeFrame(themeId, version, size)
  const element = useRef<HTMLIFrameElement>(null)
  const shown = typeof frame === 'string' ? null : frame
  const { slide, isReady, goto, post } = useFramePort(element, shown, draft)
  return (
    <>
      <div
        // No style attribute: the CSP refuses it in markup of the server.
        ref={(stage) => stage?.style.setProperty('--slide-aspect', `${size.width} / ${size.height}`)}
        className={classNames(styles.stage, className)}
      >
        {frame === 'failed' && (
          <div className={styles.waiting}>
            <FailedNotice text="The preview could not be loaded" onRetry={reload} />
          </div>
        )}
        {shown && (
          <iframe
            ref={element}
            key={shown.url}
            className={classNames(styles.frame, isReady && styles.ready)}
            title="Preview of the theme"
            sandbox={shown.sandbox}
            allow={frameAllowance(shown)}
            referrerPolicy="no-referrer"
            src={shown.url}
            // The script that takes it may be loaded after the player is ready.
            onLoad={post}
          />
        )}
        {frame !== 'failed' && !isReady && (
          <div className={styles.waiting}>
            <Spinner label="Loading the preview" />
          </div>
        )}
      </div>
      {children({ slide, goto })}
    </>
  )
}

/** The live preview beside the editor: at the deck's size, or as on a phone. */
export function PreviewPane(props: Pick<ThemeFrameProps, 'themeId' | 'version' | 'draft' | 'size'>) {
  const [isPhone, setPhone] = useState(false)
  return (
    <section className={styles.pane} aria-label="Preview">
      <ThemeFrame {...props} className={isPhone ? styles.phone : styles.deck}>
        {(choice) => (
          <div className={styles.tools}>
            <SlideChoice {...choice} />
            <div className={styles.sizes}>
              <IconButton
                label="At the deck's size"
                aria-pressed={!isPhone}
                icon={<MonitorPlay />}
                onClick={() => setPhone(false)}
              />
              <IconButton
                label="On a phone"
                aria-pressed={isPhone}
                icon={<Smartphone />}
                onClick={() => setPhone(true)}
              />
            </div>
          </div>
        )}
      </ThemeFrame>
    </section>
  )
}
