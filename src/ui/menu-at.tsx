import { Menu as Base } from '@base-ui/react/menu'
import { classNames } from './class-names.ts'
import styles from './menu.module.css'
import { type MenuGroup, MenuGroups } from './menu.tsx'
import { usePopupFocus } from './popup-focus.tsx'

export interface MenuAtProps {
  /** Position of its corner, in px of the window; null: closed. */
  at: { readonly x: number; readonly y: number } | null
  groups: readonly MenuGroup[]
  /** Accessible label. */
  label: string
  /** Called on Escape, a click outside, or a selection. */
  onClose: () => void
  /** Restores the focus after closing. */
  onClosed: () => void
}

/** A menu at a window position, opened by a custom trigger such as a canvas. Same keys as every menu. */
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
            // Some browsers open their own menu when the menu key is released.
            onContextMenu={(event) => event.preventDefault()}
          >
            <MenuGroups groups={groups} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
