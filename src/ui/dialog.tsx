import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { KeyboardEventHandler, ReactNode, RefObject } from 'react'
import { AreaBoundary } from './area-boundary.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { useMarkPage } from './mark-page.ts'
import { useOpenDialog } from './open-dialogs.ts'
import { usePopupFocus } from './popup-focus.tsx'
import { shadowOnScroll } from './scroll-shadow.ts'

export interface DialogProps {
  open: boolean
  /** Called on Escape, the close button, or a click outside. A dialog that must stay open does nothing here. */
  onClose: () => void
  title: ReactNode
  /** One sentence under the title, announced with it. */
  description?: ReactNode
  children?: ReactNode
  /** Footer buttons, the main one last. */
  actions?: ReactNode
  /**
   * Maximum width 440, 640 or 1110 px. The content fills the last two: `library` is 1110 by 660 px and fills a phone's
   * screen, `full` nearly fills every window.
   */
  size?: 's' | 'm' | 'l' | 'library' | 'full'
  /** Hides the close button and ignores clicks outside: the user must answer. */
  mustAnswer?: boolean
  /** Ignores Escape, too: only buttons of the dialog close it. For what is shown once. Implies `mustAnswer`. */
  buttonsOnly?: boolean
  /** Opens automatically, perhaps while the user types: no control is focused, so that typed keys do not answer it. */
  opensItself?: boolean
  /** Initially focused element; by default the first field of a form in the dialog, else the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Whether to restore the focus; called on close. False if the result has moved the focus elsewhere. */
  returnsFocus?: () => boolean
  /** Called after the closing transition. */
  onClosed?: () => void
  /** Key presses anywhere in the dialog. */
  onKeyDown?: KeyboardEventHandler
}

/** Whether an event is about a toast. A click on one, for example to undo, does not close a dialog. */
function isOnToast({ target }: Event): boolean {
  return target instanceof Element && target.closest('[data-notifications]') !== null
}

/** A modal dialog: fades, traps the focus, closes on Escape and restores the focus. Content that throws shows an error. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    children,
    actions,
    size = 's',
    buttonsOnly,
    mustAnswer = buttonsOnly,
    opensItself,
    initialFocus,
    returnsFocus,
    onClosed,
    onKeyDown,
  } = props
  useOpenDialog(open)
  useMarkPage('dialog-open', open)
  const focus = usePopupFocus({ first: opensItself ? 'popup' : (initialFocus ?? 'field'), returnsFocus })
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={mustAnswer}
      onOpenChange={(next, details) => {
        if (!next && !buttonsOnly && !isOnToast(details.event)) onClose()
      }}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed?.()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.veil} forceRender />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup {...focus} className={classNames(styles.popup, styles[size])} onKeyDown={onKeyDown}>
            <header className={styles.header}>
              <div>
                <Base.Title className={styles.title}>{title}</Base.Title>
                {description && <Base.Description className={styles.description}>{description}</Base.Description>}
              </div>
              {!mustAnswer && (
                <Base.Close
                  render={<IconButton className={styles.close} label="Close" icon={<X />} tooltip={false} />}
                />
              )}
            </header>
            {children && (
              <div className={styles.body} ref={shadowOnScroll}>
                <AreaBoundary>{children}</AreaBoundary>
              </div>
            )}
            {actions && <footer className={styles.actions}>{actions}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
