import { ArrowLeft, SlidersHorizontal } from 'lucide-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { actionNamed } from '../../../editor/actions/index.ts'
import { mountCanvas } from '../../../editor/canvas/mount-canvas.ts'
import { ContextMenu } from '../../../editor/menus/context-menu.tsx'
import { ActionButton } from '../../../editor/panels/action-button.tsx'
import { BlockBar } from '../../../editor/panels/block-bar.tsx'
import { BlockPopover } from '../../../editor/panels/block-popover.tsx'
import { SaveStatus, UnkeptNotice } from '../../../editor/panels/save-status.tsx'
import { UploadProgress } from '../../../editor/panels/upload-progress.tsx'
import { ZoomControl } from '../../../editor/panels/zoom-control.tsx'
import { SlideList } from '../../../editor/slide-list/slide-list.tsx'
import { EditorContext, useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { profileUrl } from '../../../rules/deck-url.ts'
import { messages } from '../../../rules/messages.ts'
import { AreaBoundary } from '../../../ui/area-boundary.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { localSettings } from '../../../ui/local-settings.ts'
import { FailedNotice } from '../../../ui/notice.tsx'
import { useStore } from '../../../ui/store.ts'
import { refuseStrayDrops } from '../../../ui/stray-drops.ts'
import { ToastHost } from '../../../ui/toast/toast-host.tsx'
import { DeckSharing } from './deck-sharing.tsx'
import { DeckTitle, TabTitle } from './deck-title.tsx'
import { EditorMenu } from './editor-menu.tsx'
import { CanvasOverlay, EditorOverlay } from './editor-overlay.tsx'
import styles from './editor-page.module.css'
import type { EditorSession } from './editor-session.ts'
import { InsertBar } from './insert-bar.tsx'
import { LazyCollaboration } from './lazy-collaboration.tsx'
import { LazyDialogs } from './lazy-dialogs.tsx'
import { LazyFindBar, LazyOverlays, LazyPasteMenu } from './lazy-overlays.tsx'
import { MissingFiles, OverflowNote, StepBadges, TextBar } from './lazy-panels.tsx'
import { pageOwner } from './page-owner.ts'
import { preloadParts } from './preload-parts.ts'
import { PresentButton } from './present-button.tsx'
import { SidePanel } from './side-panel.tsx'
import { FirstTour } from './tutorial/first-tour.tsx'

/** Hosts the canvas, which is not a React component. */
function Stage() {
  const editor = useEditorInstance()
  const stage = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (failed) return
    const canvas = mountCanvas(stage.current!, editor)
    const ready = () => {
      // Does not take the focus from a dialog opened meanwhile, such as the tour.
      if (document.activeElement === document.body) canvas.focus()
    }
    let unmounted = false
    canvas.ready.then(ready, () => {
      if (!unmounted) setFailed(true)
    })
    return () => {
      unmounted = true
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

/** The toolbar above the slide with the actions of the selected blocks. The edited text has its own, near it. */
function FloatingBar() {
  const shown = useEditor((state) => state.selection.length > 0 && state.gesture === null && state.editing === null)
  const besideFind = useEditor((state) => state.find !== null)
  if (!shown) return null
  return (
    <div
      className={styles.floating}
      role="toolbar"
      aria-label="Selected blocks"
      data-beside-find={besideFind || undefined}
    >
      <BlockBar />
    </div>
  )
}

/** Opens the properties on tablets and phones; on larger screens they are always visible. */
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

/** Leaves for the owner's profile after saving. Modified clicks open it in a new tab or window. */
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
        void session.navigateTo(home)
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

/** The overlays of the canvas, in paint order. */
const canvasOverlays: Readonly<Record<string, ComponentType>> = {
  LazyFindBar,
  MissingFiles,
  StepBadges,
  FloatingBar,
  TextBar,
  BlockPopover,
  LazyPasteMenu,
  ZoomControl,
  UploadProgress,
  ContextMenu,
}

/** The editor of one deck. */
export function EditorPage({ session }: { session: EditorSession }) {
  useEffect(() => refuseStrayDrops(window), [])
  useEffect(() => preloadParts(session.editor), [session])
  useEffect(() => {
    if (!new URLSearchParams(window.location.search).has('imported')) return
    // Without this part nothing is offered, and nothing is lost.
    import('./imported-deck.ts').then(
      ({ greetImported }) => greetImported(session.editor),
      () => undefined,
    )
  }, [session])
  const { editorAutoHide } = useStore(localSettings())
  return (
    <EditorContext value={session.editor}>
      <main className={styles.editor} id="main" data-auto-hide={editorAutoHide || undefined}>
        <h1 className={styles.unseen}>Deck editor</h1>
        <TabTitle siteName={session.data.site.name} />
        <AreaBoundary text={messages.deck.areaFailed}>
          <TopBar session={session} />
        </AreaBoundary>
        <div className={styles.slides} data-tutorial="slides">
          <AreaBoundary text={messages.deck.areaFailed}>
            <SlideList />
          </AreaBoundary>
        </div>
        <div className={styles.canvas}>
          <AreaBoundary text={messages.deck.areaFailed}>
            <Stage />
          </AreaBoundary>
          {Object.entries(canvasOverlays).map(([name, Overlay]) => (
            <CanvasOverlay key={name}>
              <Overlay />
            </CanvasOverlay>
          ))}
          <CanvasOverlay>
            <UnkeptNotice saver={session.saver} journal={session.journal} />
          </CanvasOverlay>
        </div>
        <SidePanel session={session} />
        <EditorOverlay>
          <LazyCollaboration session={session} />
        </EditorOverlay>
      </main>
      <LazyDialogs session={session} />
      <LazyOverlays session={session} />
      <EditorOverlay>
        <FirstTour session={session} />
      </EditorOverlay>
      <ToastHost />
    </EditorContext>
  )
}
