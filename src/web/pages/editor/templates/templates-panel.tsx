import { Dialog as Base } from '@base-ui/react/dialog'
import { BookmarkPlus, X } from 'lucide-react'
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import type { Slide } from '../../../../document/deck-model.ts'
import { add } from '../../../../editor/actions/slide-actions.ts'
import { copySlide } from '../../../../editor/commands/fresh-copy.ts'
import { useEditor, useEditorInstance } from '../../../../editor/state/use-editor.ts'
import { defaultTemplates } from '../../../../editor/templates/default-templates.ts'
import { limits } from '../../../../rules/limits.ts'
import { messages } from '../../../../rules/messages.ts'
import { Button } from '../../../../ui/button.tsx'
import { SearchBox } from '../../../../ui/form/search-box.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { EmptyNotice, FailedNotice, LoadingNotice } from '../../../../ui/notice.tsx'
import { usePopupFocus } from '../../../../ui/popup-focus.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import type { EditorSession } from '../editor-session.ts'
import { type OwnTemplates, type TemplateActions, useOwnTemplates } from './own-templates.ts'
import { moveTemplateFocus, OwnTemplateCard, TemplateCard } from './template-card.tsx'
import styles from './templates-panel.module.css'

/** Whether a name contains all typed words, in any order. */
function matches(label: string, term: string): boolean {
  const words = term.toLowerCase().split(/\s+/)
  return words.every((word) => label.toLowerCase().includes(word))
}

function Cards({ children, count }: { children: ReactNode; count: number }) {
  if (count === 0) return <EmptyNotice title="No template is called that" />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the buttons in it
    <div className={styles.cards} onKeyDown={moveTemplateFocus}>
      {children}
    </div>
  )
}

function DefaultTab({ term, onUse }: { term: string; onUse(slide: Slide): void }) {
  const slides = useMemo(() => defaultTemplates.map((one) => ({ ...one, made: one.slide() })), [])
  const shown = slides.filter((one) => matches(one.label, term))
  return (
    <Cards count={shown.length}>
      {shown.map((one) => (
        <TemplateCard key={one.id} label={one.label} slide={one.made} onUse={() => onUse(one.made)} />
      ))}
    </Cards>
  )
}

interface OwnTabProps {
  readonly own: OwnTemplates
  readonly actions: TemplateActions
  readonly term: string
  onUse(slide: Slide): void
}

function OwnTab({ own, actions, term, onUse }: OwnTabProps) {
  if (own.state !== 'loaded') {
    if (own.state === 'loading') return <LoadingNotice label="Loading your templates" />
    return <FailedNotice text={messages.template.loadFailed} onRetry={actions.reload} />
  }
  if (own.list.length === 0) {
    return (
      <EmptyNotice title="No templates of yours yet">
        Save a slide that you want to begin others with: all your decks offer it here.
      </EmptyNotice>
    )
  }
  const shown = own.list.filter((one) => matches(one.label, term))
  return (
    <Cards count={shown.length}>
      {shown.map((one) => (
        <OwnTemplateCard key={one.id} template={one} actions={actions} onUse={() => onUse(one.slide)} />
      ))}
    </Cards>
  )
}

/** Saves the slide on the canvas as a template, then shows the user's templates. */
function SaveButton({ actions, onSaved }: { actions: TemplateActions; onSaved(): void }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    if (await actions.save()) onSaved()
    setBusy(false)
  }
  return (
    <Button wide icon={<BookmarkPlus size={16} />} busy={busy} onClick={() => void save()}>
      Save this slide as a template
    </Button>
  )
}

interface ContentProps {
  readonly session: EditorSession
  readonly open: boolean
  /** The search field, focused first. */
  readonly search: RefObject<HTMLInputElement | null>
  onUse(slide: Slide): void
}

/** The panel's content. Kept mounted while the panel fades out. */
function Content({ session, open, search, onUse }: ContentProps) {
  const editor = useEditorInstance()
  const [own, actions] = useOwnTemplates(session.api, editor, open)
  const [tab, setTab] = useState('default')
  const [term, setTerm] = useState('')
  const tabs = [
    { id: 'default', label: 'Default', content: <DefaultTab term={term} onUse={onUse} /> },
    { id: 'own', label: 'Yours', content: <OwnTab {...{ own, actions, term, onUse }} /> },
  ]
  return (
    <>
      <SearchBox className={styles.search} label="Search templates" field={search} value={term} onChange={setTerm} />
      <div className={styles.tabs} data-slide-templates>
        <Tabs label="Templates" tabs={tabs} value={tab} onChange={setTab} />
      </div>
      <footer className={styles.foot}>
        <SaveButton actions={actions} onSaved={() => setTab('own')} />
      </footer>
    </>
  )
}

/** The panel of built-in and own templates, beside the slide list so that both are visible. */
export function TemplatesPanel({ session }: { session: EditorSession }) {
  const { model, view } = useEditorInstance()
  const open = useEditor((state) => state.dialog === 'slide-templates')
  const used = useRef(false)
  const search = useRef<HTMLInputElement>(null)
  const focus = usePopupFocus({
    first: search,
    returnsFocus: () => {
      if (used.current) view.focusCanvas()
      return !used.current
    },
  })
  const { width, height } = limits.ui.templatesPanel
  const use = (slide: Slide) => {
    used.current = true
    model.show({ dialog: null })
    add(model, copySlide(slide), 'right', 'New slide')
  }
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) model.show({ dialog: null })
        used.current = false
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.veil} />
        <Base.Popup
          {...focus}
          className={styles.panel}
          style={{ width: `min(${width}px, calc(100vw - 24px))`, height: `min(${height}px, calc(100dvh - 24px))` }}
        >
          <header className={styles.head}>
            <Base.Title className={styles.title}>Slide templates</Base.Title>
            <Base.Close render={<IconButton label="Close" icon={<X size={18} />} tooltip={false} />} />
          </header>
          <Content session={session} open={open} search={search} onUse={use} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
