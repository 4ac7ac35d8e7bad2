import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import type { DialogName } from '../../../../editor/state/editor-state.ts'
import { useEditor, useEditorInstance } from '../../../../editor/state/use-editor.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { useMarkPage } from '../../../../ui/mark-page.ts'
import { usePopupFocus } from '../../../../ui/popup-focus.tsx'
import styles from './templates-panel.module.css'

/** Props of SidePanel. */
export interface SidePanelProps {
  readonly dialog: DialogName
  readonly title: string
  /** In px; smaller windows limit it. */
  readonly size: { readonly width: number; readonly height: number }
  /** The element focused first. */
  readonly first: RefObject<HTMLElement | null>
  /** The content. `use` closes the panel and leaves the focus to the slide. */
  readonly children: (panel: { readonly open: boolean; use(): void }) => ReactNode
}

/** A panel beside the slide list, so that both are visible. */
export function SidePanel({ dialog, title, size, first, children }: SidePanelProps) {
  const { model, view } = useEditorInstance()
  const open = useEditor((state) => state.dialog === dialog)
  useMarkPage('toasts-above', open)
  const used = useRef(false)
  const focus = usePopupFocus({
    first,
    returnsFocus: () => {
      if (used.current) view.focusCanvas()
      return !used.current
    },
  })
  const use = () => {
    used.current = true
    model.show({ dialog: null })
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
          style={{
            width: `min(${size.width}px, calc(100vw - 24px))`,
            height: `min(${size.height}px, calc(100dvh - 24px))`,
          }}
        >
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" icon={<X size={18} />} tooltip={false} />} />
          </header>
          {children({ open, use })}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
