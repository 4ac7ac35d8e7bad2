import { Menu as Base } from '@base-ui/react/menu'
import { ChevronRight } from 'lucide-react'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { timings } from '../rules/timings.ts'
import { classNames } from './class-names.ts'
import { usesTouchDevice } from './device.ts'
import styles from './menu.module.css'
import { PageLink } from './page-link.tsx'
import { usePopupFocus } from './popup-focus.tsx'

/** A menu entry: a link (`to`) or an action (`onSelect`). */
export interface MenuEntry {
  readonly label: string
  readonly icon?: ReactNode
  readonly to?: string
  /** The link leads to a page with a document of its own (editor, deck, another host). */
  readonly reload?: boolean
  readonly onSelect?: () => void
  /** Destructive. */
  readonly dangerous?: boolean
  /** The current choice among several (a visibility). */
  readonly checked?: boolean
  /** Keyboard shortcut as displayed. */
  readonly shortcut?: string
  /** Entries of a submenu, instead of an action. */
  readonly entries?: readonly MenuEntry[]
}

/** A group of entries with an optional title. */
export interface MenuGroup {
  readonly title?: string
  readonly entries: readonly MenuEntry[]
}

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>
  groups: readonly MenuGroup[]
  /** Opens on hover, and closes shortly after the pointer has left. */
  onHover?: boolean
  align?: 'start' | 'center' | 'end'
  /**
   * Whether to restore the focus to the button; called on close. False if the selection has moved the focus elsewhere.
   */
  returnsFocus?: () => boolean
}

function Entry({ entry }: { entry: MenuEntry }) {
  const className = classNames(styles.entry, entry.dangerous && styles.dangerous)
  const content = (
    <>
      {entry.icon && <span className={styles.icon}>{entry.icon}</span>}
      <span>{entry.label}</span>
      {entry.shortcut && (
        <span className={styles.shortcut} aria-hidden="true">
          {entry.shortcut}
        </span>
      )}
      {entry.entries && <ChevronRight className={styles.more} aria-hidden />}
    </>
  )
  if (entry.entries) {
    return (
      <Submenu className={className} entries={entry.entries}>
        {content}
      </Submenu>
    )
  }
  if (entry.to !== undefined) {
    const link = <PageLink to={entry.to} reloadDocument={entry.reload} />
    const select = (event: { preventDefault(): void }) => {
      // An action that is also a link: the URL serves users who open it in a new tab.
      if (!entry.onSelect) return
      event.preventDefault()
      entry.onSelect()
    }
    return (
      <Base.LinkItem className={className} render={link} closeOnClick onClick={select}>
        {content}
      </Base.LinkItem>
    )
  }
  if (entry.checked !== undefined) {
    return (
      <Base.CheckboxItem className={className} checked={entry.checked} closeOnClick onCheckedChange={entry.onSelect}>
        {content}
        {entry.checked && <span className={styles.check} aria-hidden="true" />}
      </Base.CheckboxItem>
    )
  }
  return (
    <Base.Item className={className} onClick={entry.onSelect}>
      {content}
    </Base.Item>
  )
}

function Submenu(props: { className: string; entries: readonly MenuEntry[]; children: ReactNode }) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={props.className}>{props.children}</Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={2} alignOffset={-7} collisionPadding={8}>
          <Base.Popup className={classNames(styles.popup, styles.dense)}>
            <MenuGroups groups={[{ entries: props.entries }]} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  )
}

/** The entries of a menu, in their groups. */
export function MenuGroups({ groups }: { groups: readonly MenuGroup[] }) {
  return groups.map((group, index) => (
    <Base.Group key={group.title ?? index} className={styles.group}>
      {group.title && <Base.GroupLabel className={styles.title}>{group.title}</Base.GroupLabel>}
      {group.entries.map((entry) => (
        <Entry key={entry.label} entry={entry} />
      ))}
    </Base.Group>
  ))
}

/** A menu under a button, with the standard keys: arrows, letters, Enter and Escape. */
export function Menu({ trigger, groups, onHover, align = 'end', returnsFocus }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const focus = usePopupFocus({ back: button, returnsFocus })
  return (
    <Base.Root modal={false}>
      <Base.Trigger
        ref={button}
        render={trigger}
        openOnHover={onHover && !usesTouchDevice()}
        delay={0}
        closeDelay={timings.menuHide}
      />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align={align} sideOffset={6} collisionPadding={8}>
          <Base.Popup {...focus} className={styles.popup}>
            <MenuGroups groups={groups} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
