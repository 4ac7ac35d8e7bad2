import { ContextMenu as Base } from '@base-ui/react/context-menu'
import type { ReactElement } from 'react'
import styles from './menu.module.css'
import { type MenuGroup, MenuGroups } from './menu.tsx'

export interface ContextMenuProps {
  /** The element it opens in. */
  area: ReactElement<Record<string, unknown>>
  groups: readonly MenuGroup[]
}

/** A context menu, opened by right click, long press or the menu key. */
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
