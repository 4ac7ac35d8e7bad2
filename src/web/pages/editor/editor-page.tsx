import { ArrowLeft, SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { actionNamed } from '../../../editor/actions/index.ts'
import { refuseStrayDrops } from '../../../editor/canvas/drops.ts'
import { mountCanvas } from '../../../editor/canvas/mount-canvas.ts'
import { FindBar } from '../../../editor/find/find-bar.tsx'
import { CommandPalette } from '../../../editor/menus/command-palette.tsx'
import { ContextMenu } from '../../../editor/menus/context-menu.tsx'
import { ActionButton } from '../../../editor/panels/action-button.tsx'
import { BlockBar } from '../../../editor/panels/block-bar.tsx'
import { BlockPopover } from '../../../editor/panels/block-popover.tsx'
import { OverflowNote } from '../../../editor/panels/overflow-note.tsx'
import { PasteMenu } from '../../../editor/panels/paste-menu.tsx'
import { SaveStatus, UnkeptNotice } from '../../../editor/panels/save-status.tsx'
import { TextBar } from '../../../editor/panels/text-bar.tsx'
import { UploadProgress } from '../../../editor/panels/upload-progress.tsx'
import { ZoomControl } from '../../../editor/panels/zoom-control.tsx'
import { SlideList } from '../../../editor/slide-list/slide-list.tsx'
import { EditorContext, useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { profileUrl } from '../../../rules/deck-url.ts'
import { messages } from '../../../rules/messages.ts'
import { AskHost } from '../../../ui/ask/ask-host.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { FlashHost } from '../../../ui/flash/flash-host.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { localSettings } from '../../../ui/local-settings.ts'
import { FailedNotice } from '../../../ui/notice.tsx'
import { useStore } from '../../../ui/store.ts'
import { DeckSharing } from './deck-sharing.tsx'
import { DeckTitle } from './deck-title.tsx'
import { EditorMenu } from './editor-menu.tsx'
import styles from './editor-page.module.css'
import type { EditorSession } from './editor-session.ts'
import { EditorSessionWatch } from './editor-session-watch.tsx'
import { InsertBar } from './insert-bar.tsx'
import { LazyDialogs } from './lazy-dialogs.tsx'
import { StepBadges } from './lazy-panels.tsx'
import { LeftWorkDialog } from './left-work-dialog.tsx'
import { OutdatedDialog } from './outdated-dialog.tsx'
import { pageOwner } from './page-owner.ts'
import { PresentButton } from './present-button.tsx'
import { SidePanel } from './side-panel.tsx'
import { FirstTour } from './tutorial/first-tour.tsx'

/** The slide and everything that is done on it; its own program, which React only gives a place. */
function Stage() {
  const editor = useEditorInstance()
  const stage = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (failed) return
    const canvas = mountCanvas(stage.current!, editor)
    const ready = () => {
      // Not away from a window that came meanwhile: the first tour, a question about earlier work.
      if (document.activeElement === document.body) canvas.focus()
    }
    let left = false
    canvas.ready.then(ready, () => {
      if (!left) setFailed(true)
    })
    return () => {
      left = true
      canvas.destroy()
    }
  }, [editor, failed])
  if (failed) {
    return (
      <div className={classNames(styles.stage, styles.failed)}>
        <FailedNotice text={messages.deck.slideLoadFailed} onRetry={() => setFailed(false)} />
      </div>
    )
  }
  return <div ref={stage} className={styles.stage} />
}

/** The verbs of the selected blocks (or of the text being typed), above the slide. */
function FloatingBar() {
  const editing = useEditor((state) => state.editing !== null)
  // What is edited without being text (code, a formula) has no use for these verbs, nor for those of whole blocks.
  const shown = useEditor(
    (state) =>
      state.selection.length > 0 && state.gesture === null && (state.editing === null || state.textFormat !== null),
  )
  const besideFind = useEditor((state) => state.find !== null)
  if (!shown) return null
  return (
    <div
      className={styles.floating}
      role="toolbar"
      aria-label={editing ? 'Text' : 'Selected blocks'}
      data-beside-find={besideFind || undefined}
    >
      {editing ? <TextBar /> : <BlockBar />}
    </div>
  )
}

/** On tablets and phones the properties are opened with this; elsewhere they are always there. */
function PanelToggle() {
  const { model } = useEditorInstance()
  const open = useEditor((state) => state.panel !== null)
  return (
    <IconButton
      className={styles.panelToggle}
      label="Properties"
      icon={<SlidersHorizontal size={18} aria-hidden />}
      aria-expanded={open}
      onClick={() => {
        const { panel, selection } = model.getState()
        model.show({ panel: panel !== null ? null : selection.length > 0 ? 'block' : 'slide' })
      }}
    />
  )
}

/** Back to the decks of the deck's owner, with everything saved. A new tab or window leaves the editor as it is. */
function LeaveLink({ session }: { session: EditorSession }) {
  const home = profileUrl(pageOwner(session.data).username)
  return (
    <a
      className={styles.home}
      href={home}
      aria-label="Leave the editor"
      title="Leave the editor"
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void session.leaveTo(home)
      }}
    >
      <ArrowLeft size={20} aria-hidden />
    </a>
  )
}

function TopBar({ session }: { session: EditorSession }) {
  const { saver, journal } = session
  return (
    <header className={styles.bar}>
      <LeaveLink session={session} />
      <span className={styles.deck}>
        <DeckTitle />
        <span data-tutorial="save">
          <SaveStatus saver={saver} journal={journal} />
        </span>
      </span>
      <span className={styles.divider} />
      <span className={styles.undo}>
        <ActionButton action={actionNamed('undo')} />
        <ActionButton action={actionNamed('redo')} />
      </span>
      <span className={styles.divider} />
      <InsertBar />
      <span className={styles.space}>
        <OverflowNote />
      </span>
      <span className={styles.wide}>
        <ActionButton action={actionNamed('find')} />
        <ActionButton action={actionNamed('revisions')} />
      </span>
      <EditorMenu session={session} />
      <PanelToggle />
      <span className={styles.visibility}>
        <DeckSharing session={session} />
      </span>
      <PresentButton />
    </header>
  )
}

/** The editor of one deck. */
export function EditorPage({ session }: { session: EditorSession }) {
  useEffect(() => refuseStrayDrops(window), [])
  const { editorAutoHide } = useStore(localSettings())
  return (
    <EditorContext value={session.editor}>
      <main className={styles.editor} id="main" data-auto-hide={editorAutoHide || undefined}>
        <h1 className={styles.unseen}>Deck editor</h1>
        <TopBar session={session} />
        <div className={styles.slides} data-tutorial="slides">
          <SlideList />
        </div>
        <div className={styles.canvas}>
          <Stage />
          <FindBar />
          <StepBadges />
          <FloatingBar />
          <BlockPopover />
          <PasteMenu />
          <ZoomControl />
          <UploadProgress />
          <UnkeptNotice saver={session.saver} journal={session.journal} />
          <ContextMenu />
        </div>
        <SidePanel session={session} />
      </main>
      <CommandPalette />
      <LazyDialogs session={session} />
      <OutdatedDialog session={session} />
      <LeftWorkDialog session={session} />
      <EditorSessionWatch session={session} />
      <FirstTour session={session} />
      <FlashHost />
      <AskHost />
    </EditorContext>
  )
}
