import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { KeyboardEventHandler, ReactNode, RefObject } from 'react'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { useOpenDialog } from './open-dialogs.ts'
import { usePopupFocus } from './popup-focus.tsx'
import { shadowOnScroll } from './scroll-shadow.ts'

/** Props of Dialog. */
export interface DialogProps {
  open: boolean
  /** Escape, the cross, or a press beside it. A dialog that may not be left does nothing here. */
  onClose: () => void
  title: ReactNode
  /** One sentence under the title, read aloud with it. */
  description?: ReactNode
  children?: ReactNode
  /** The buttons at its foot, the main one last. */
  actions?: ReactNode
  /** 440, 640 or 1110 px wide at most; `full` nearly fills the window, and its content all of it. */
  size?: 's' | 'm' | 'l' | 'full'
  /** Without the cross, and a press beside it does not close it: an answer is needed. */
  insists?: boolean
  /** It comes by itself, perhaps while somebody types: the keys they are pressing must not answer it, so no control has the focus. */
  unasked?: boolean
  /** What has the focus first; the first control otherwise. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Whether the focus goes back to where it was; asked when it closes. False where closing has put it elsewhere. */
  returnsFocus?: () => boolean
  /** Called when the fade after closing has ended. */
  onClosed?: () => void
  /** Keys pressed anywhere in it. */
  onKeyDown?: KeyboardEventHandler
}

/** A popup: fades in and out, keeps the focus inside, closes on Escape and gives the focus back to where it was. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    children,
    actions,
    size = 's',
    insists,
    unasked,
    initialFocus,
    returnsFocus,
    onClosed,
    onKeyDown,
  } = props
  useOpenDialog(open)
  const focus = usePopupFocus({ first: unasked ? 'popup' : (initialFocus ?? 'control'), returnsFocus })
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={insists}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed?.()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.veil} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup {...focus} className={classNames(styles.popup, styles[size])} onKeyDown={onKeyDown}>
            <header className={styles.header}>
              <div>
                <Base.Title className={styles.title}>{title}</Base.Title>
                {description && <Base.Description className={styles.description}>{description}</Base.Description>}
              </div>
              {!insists && (
                <Base.Close
                  render={<IconButton className={styles.close} label="Close" icon={<X />} tooltip={false} />}
                />
              )}
            </header>
            {children && (
              <div className={styles.body} ref={shadowOnScroll}>
                {children}
              </div>
            )}
            {actions && <footer className={styles.actions}>{actions}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
