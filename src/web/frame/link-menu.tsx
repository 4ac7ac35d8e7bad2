import { cloneElement, type ReactElement, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { classNames } from '../../ui/class-names.ts'
import menu from '../../ui/menu.module.css'
import styles from './link-menu.module.css'

/** A link of a LinkMenu. */
export interface LinkMenuEntry {
  readonly label: string
  readonly to: string
  readonly icon?: ReactNode
}

/** Props of LinkMenu. */
export interface LinkMenuProps {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>
  groups: readonly (readonly LinkMenuEntry[])[]
  /** Opens on hover, too; see watchLinkMenus. */
  onHover?: boolean
  align: 'start' | 'end'
}

/**
 * A menu of links in the header. The browser itself opens and closes it, so that it works on pages whose app is not
 * loaded, and without scripts.
 */
export function LinkMenu({ trigger, groups, onHover, align }: LinkMenuProps) {
  const id = useId()
  return (
    <div className={styles.menu} data-hover-menu={onHover ? '' : undefined}>
      {cloneElement(trigger, { popoverTarget: id, popoverTargetAction: onHover ? 'show' : undefined })}
      <div id={id} popover="auto" className={classNames(menu.popup, styles.panel, styles[align])}>
        {groups.map((entries) => (
          <div key={entries[0]?.to} className={menu.group}>
            {entries.map(({ label, to, icon }) => (
              <Link key={to} to={to} className={menu.entry}>
                {icon && <span className={menu.icon}>{icon}</span>}
                <span>{label}</span>
              </Link>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
