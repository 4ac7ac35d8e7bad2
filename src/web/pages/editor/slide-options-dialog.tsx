import { PanelGroup } from '../../../editor/panels/panel-group.tsx'
import { ImageOptions, PageOptions, VideoOptions } from '../../../editor/panels/slide-options/background-options.tsx'
import { ClassOptions } from '../../../editor/panels/slide-options/slide-classes.tsx'
import { AutoAnimateOptions, TransitionOptions } from '../../../editor/panels/slide-options/slide-motion.tsx'
import styles from '../../../editor/panels/slide-options/slide-options.module.css'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useOpening } from '../../../ui/use-opening.ts'
import type { EditorSession } from './editor-session.ts'

/** A slide's rarely used options: background, transition, classes. Changes apply at once. */
export function SlideOptionsDialog({ session }: { session: EditorSession }) {
  const { model } = useEditorInstance()
  const open = useEditor((state) => state.dialog === 'slide-options')
  const opening = useOpening(open)
  const close = () => model.show({ dialog: null })
  if (opening === 0) return null
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Advanced Slide Options"
      size="l"
      actions={
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      }
    >
      <div key={opening} className={styles.columns}>
        <div>
          <PanelGroup title="Background image">
            <ImageOptions />
          </PanelGroup>
          <PanelGroup title="Names">
            <ClassOptions allowed={session.data.customCss} />
          </PanelGroup>
        </div>
        <div>
          <PanelGroup title="Background video">
            <VideoOptions />
          </PanelGroup>
          <PanelGroup title="Background iframe">
            <PageOptions />
          </PanelGroup>
        </div>
        <div>
          <PanelGroup title="Transition">
            <TransitionOptions />
          </PanelGroup>
          <PanelGroup title="Auto-animate">
            <AutoAnimateOptions />
          </PanelGroup>
        </div>
      </div>
    </Dialog>
  )
}
