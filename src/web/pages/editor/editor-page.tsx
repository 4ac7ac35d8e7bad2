import { ArrowLeft, Play, SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { actionNamed } from '../../../editor/actions/index.ts'
import { mountCanvas } from '../../../editor/canvas/mount-canvas.ts'
import { ActionButton } from '../../../editor/panels/action-button.tsx'
import { SaveStatus } from '../../../editor/panels/save-status.tsx'
import { SlideList } from '../../../editor/slide-list/slide-list.tsx'
import { EditorContext, useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { profileUrl } from '../../../rules/deck-url.ts'
import { AskHost } from '../../ui/ask/ask-host.tsx'
import { Button } from '../../ui/button.tsx'
import { FlashHost } from '../../ui/flash/flash-host.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { DeckTitle } from './deck-title.tsx'
import styles from './editor-page.module.css'
import type { EditorSession } from './editor-session.ts'
import { EditorSessionWatch } from './editor-session-watch.tsx'
import { ImageDialog } from './image-dialog.tsx'
import { InsertBar } from './insert-bar.tsx'
import { LeftWorkDialog } from './left-work-dialog.tsx'
import { LinkButton } from './link-button.tsx'
import { OutdatedDialog } from './outdated-dialog.tsx'
import { RevisionsDialog } from './revisions-dialog.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { SidePanel } from './side-panel.tsx'
import { VisibilityMenu } from './visibility-menu.tsx'

/** The slide and everything that is done on it; its own program, which React only gives a place. */
function Stage() {
  const editor = useEditorInstance()
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const canvas = mountCanvas(stage.current!, editor)
    void canvas.ready.then(() => canvas.focus())
    return () => canvas.destroy()
  }, [editor])
  return <div ref={stage} className={styles.stage} />
}

/** The verbs of the selected blocks (or of the text being typed), above the slide. */
function FloatingBar() {
  const editing = useEditor((state) => state.editing !== null)
  const shown = useEditor((state) => state.selection.length > 0 && state.gesture === null)
  if (!shown) return null
  const ids = editing
    ? ['bold', 'italic', 'underline', 'bullet-list', 'number-list', 'text-left', 'text-center', 'text-right']
    : ['order-forward', 'order-backward', 'align-left', 'align-center', 'align-right', 'duplicate', 'lock', 'delete']
  return (
    <div className={styles.floating} role="toolbar" aria-label={editing ? 'Text' : 'Selected blocks'}>
      {ids.map((id) => (
        <ActionButton key={id} action={actionNamed(id)} />
      ))}
      {editing && <LinkButton />}
    </div>
  )
}

/** On phones the properties lie over the slide and are opened with this; elsewhere they are always there. */
function PanelToggle() {
  const editor = useEditorInstance()
  const open = useEditor((state) => state.panel !== null)
  return (
    <IconButton
      className={styles.panelToggle}
      label="Properties"
      icon={<SlidersHorizontal size={18} aria-hidden />}
      aria-expanded={open}
      onClick={() => {
        const { panel, selection } = editor.getState()
        editor.show({ panel: panel !== null ? null : selection.length > 0 ? 'block' : 'slide' })
      }}
    />
  )
}

function TopBar({ session }: { session: EditorSession }) {
  const { editor, saver, journal, data } = session
  return (
    <header className={styles.bar}>
      <a
        className={styles.home}
        href={profileUrl(data.deck?.user.username ?? data.viewer.username)}
        aria-label="Leave the editor"
        title="Leave the editor"
      >
        <ArrowLeft size={20} aria-hidden />
      </a>
      <DeckTitle />
      <SaveStatus saver={saver} journal={journal} />
      <span className={styles.divider} />
      <ActionButton action={actionNamed('undo')} />
      <ActionButton action={actionNamed('redo')} />
      <span className={styles.divider} />
      <InsertBar />
      <span className={styles.space} />
      <ActionButton action={actionNamed('revisions')} />
      <ActionButton action={actionNamed('shortcuts')} />
      <PanelToggle />
      <VisibilityMenu session={session} />
      <Button
        variant="primary"
        size="s"
        icon={<Play size={16} />}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => editor.services.present(editor.getState().slideId)}
      >
        Present
      </Button>
    </header>
  )
}

/** The editor of one deck. */
export function EditorPage({ session }: { session: EditorSession }) {
  return (
    <EditorContext value={session.editor}>
      <main className={styles.editor} id="main">
        <h1 className={styles.unseen}>Deck editor</h1>
        <TopBar session={session} />
        <div className={styles.slides}>
          <SlideList />
        </div>
        <div className={styles.canvas}>
          <Stage />
          <FloatingBar />
        </div>
        <SidePanel session={session} />
      </main>
      <ImageDialog />
      <ShortcutsDialog />
      <RevisionsDialog session={session} />
      <OutdatedDialog session={session} />
      <LeftWorkDialog session={session} />
      <EditorSessionWatch session={session} />
      <FlashHost />
      <AskHost />
    </EditorContext>
  )
}
