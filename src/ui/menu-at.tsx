import { Menu as Base } from '@base-ui/react/menu'
import { classNames } from './class-names.ts'
import styles from './menu.module.css'
import { type MenuGroup, MenuGroups } from './menu.tsx'
import { usePopupFocus } from './popup-focus.tsx'

/** Props of MenuAt. */
export interface MenuAtProps {
  /** Where its corner is, in px of the window; null: it is closed. */
  at: { readonly x: number; readonly y: number } | null
  groups: readonly MenuGroup[]
  /** What it is read aloud as. */
  label: string
  /** Escape, a press elsewhere, or something was chosen. */
  onClose: () => void
  /** Puts the focus where it belongs afterward. */
  onClosed: () => void
}

/** A menu at a place of the window that was opened by somebody else: over a drawing, say. Same keys as every menu. */
export function MenuAt({ at, groups, label, onClose, onClosed }: MenuAtProps) {
  const place = at ?? { x: 0, y: 0 }
  const focus = usePopupFocus({
    returnsFocus: () => {
      onClosed()
      return false
    },
  })
  return (
    <Base.Root
      open={at !== null}
      modal={false}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner
          className={styles.positioner}
          anchor={{ getBoundingClientRect: () => new DOMRect(place.x, place.y, 0, 0) }}
          align="start"
          side="bottom"
          sideOffset={2}
          collisionPadding={8}
        >
          <Base.Popup
            {...focus}
            className={classNames(styles.popup, styles.dense)}
            aria-label={label}
            // Some browsers ask for their own menu once more when the menu key is let go.
            onContextMenu={(event) => event.preventDefault()}
          >
            <MenuGroups groups={groups} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
