import {
  Accessibility,
  CircleCheck,
  Contrast,
  ImageOff,
  LetterText,
  Link2Off,
  SquareDashed,
  TriangleAlert,
  Type,
  VolumeX,
} from 'lucide-react'
import { useRef } from 'react'
import type { IconComponent } from '../../blocks/block-editor.ts'
import type { SlideId } from '../../document/deck-model.ts'
import { slideNumber } from '../../document/slide-number.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyNotice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { blockLabel } from '../panels/block-label.ts'
import type { Editor } from '../state/editor.ts'
import { useEditorInstance } from '../state/use-editor.ts'
import styles from './check-panel.module.css'
import type { Finding, FindingKind } from './finding.ts'
import { useFindings } from './use-findings.ts'

const icons: Readonly<Record<FindingKind, IconComponent>> = {
  overflow: TriangleAlert,
  contrast: Contrast,
  size: LetterText,
  alt: Accessibility,
  picture: ImageOff,
  font: Type,
  link: Link2Off,
  placeholder: SquareDashed,
  video: VolumeX,
}

/** Goes to a finding's slide and selects its block. */
function show({ model }: Editor, { slideId, blockId }: Finding): void {
  model.goTo(slideId)
  model.select(blockId === null ? [] : [blockId])
}

/** Settles a finding in one undo step, on its slide. */
function settle(editor: Editor, finding: Finding): void {
  const { fix } = finding
  if (!fix) return
  editor.model.stopEditing()
  show(editor, finding)
  editor.model.apply(fix.command, { undo: 'step', label: fix.label })
}

function FindingRow({ finding, onFixed }: { readonly finding: Finding; onFixed(): void }) {
  const editor = useEditorInstance()
  const { kind, slideId, blockId, message, fix } = finding
  const { deck } = editor.model.getState()
  const block = deck.slides[slideId]?.blocks.find(({ id }) => id === blockId)
  const place = `${message}, slide ${slideNumber(deck, slideId)}`
  const Icon = icons[kind]
  return (
    <li className={styles.finding}>
      <Icon size={16} aria-hidden />
      <div className={styles.words}>
        <p className={styles.message}>{message}</p>
        {block && <p className={styles.block}>{blockLabel(block)}</p>}
        <div className={styles.buttons}>
          <Button size="s" aria-label={`Show: ${place}`} onClick={() => show(editor, finding)}>
            Show
          </Button>
          {fix && (
            <Button
              size="s"
              title={fix.label}
              aria-label={`Fix: ${place}. ${fix.label}`}
              onClick={() => {
                settle(editor, finding)
                onFixed()
              }}
            >
              Fix
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

/** The findings by slide, in the order of the deck. */
function bySlide(findings: readonly Finding[]): readonly (readonly [SlideId, readonly Finding[]])[] {
  return [...Map.groupBy(findings, ({ slideId }) => slideId)]
}

function summaryOf(count: number, running: boolean): string {
  if (running) return 'Checking the slides…'
  return count === 1 ? '1 thing to look at' : `${count} things to look at`
}

/** Names the slides with text on pictures, whose contrast is not measured. */
function Unmeasured({ slides }: { readonly slides: readonly SlideId[] }) {
  const { model } = useEditorInstance()
  if (slides.length === 0) return null
  const { deck } = model.getState()
  return (
    <span className={styles.measure}>
      Not measured: the contrast of text on pictures.{' '}
      {slides.map((id) => (
        <Button key={id} size="s" variant="quiet" onClick={() => model.goTo(id)}>
          Slide {slideNumber(deck, id)}
        </Button>
      ))}
    </span>
  )
}

/** What to look at before presenting. It prevents nothing: the deck can be presented at any time. */
export function CheckPanel() {
  const { model } = useEditorInstance()
  const { findings, state, unmeasured } = useFindings()
  const summary = useRef<HTMLParagraphElement>(null)
  const { deck } = model.getState()
  if (state === 'done' && findings.length === 0) {
    return (
      <EmptyNotice picture={<CircleCheck size={32} aria-hidden />} title="Ready to present">
        No text that is cut off or hard to read, nothing missing, and no dead link was found.
        <Unmeasured slides={unmeasured} />
      </EmptyNotice>
    )
  }
  return (
    <div className={styles.check}>
      {/* Takes the focus from the button of a settled finding, which disappears. */}
      <p ref={summary} className={styles.summary} tabIndex={-1} role="status">
        {state === 'running' && <Spinner small />}
        {summaryOf(findings.length, state === 'running')}
      </p>
      {state === 'failed' && (
        <p className={styles.note}>The slides could not be drawn: sizes, contrast and pictures were not checked.</p>
      )}
      {state === 'done' && <Unmeasured slides={unmeasured} />}
      {bySlide(findings).map(([slideId, ofSlide]) => (
        <section key={slideId} className={styles.slide} aria-label={`Slide ${slideNumber(deck, slideId)}`}>
          <h2 className={styles.title}>Slide {slideNumber(deck, slideId)}</h2>
          <ul className={styles.list}>
            {ofSlide.map((finding) => (
              <FindingRow
                key={`${finding.kind} ${finding.blockId}`}
                finding={finding}
                onFixed={() => summary.current?.focus()}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
