import { ContextMenu as Base } from '@base-ui/react/context-menu'
import type { ReactElement } from 'react'
import styles from './menu.module.css'
import { type MenuGroup, MenuGroups } from './menu.tsx'

/** Props of ContextMenu. */
export interface ContextMenuProps {
  /** The element within which it opens. */
  area: ReactElement<Record<string, unknown>>
  groups: readonly MenuGroup[]
}

/** A menu where the secondary button is pressed, or a finger stays; the menu key opens it too. */
export function ContextMenu({ area, groups }: ContextMenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={area} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} collisionPadding={8}>
          <Base.Popup className={styles.popup}>
            <MenuGroups groups={groups} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
