import { EllipsisVertical, LogOut, RotateCcw, Trash2, UserRoundX } from 'lucide-react'
import { displayName } from '../../../api/pages/viewer.ts'
import { profileUrl } from '../../../rules/deck-url.ts'
import type { TeamRole } from '../../../rules/permissions.ts'
import { teamRoleNames } from '../../../rules/team-roles.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useSettledChoice } from '../../../ui/form/use-settled-choice.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import type { TeamMember } from './load-members.ts'
import { memberRights } from './member-rights.ts'
import styles from './member-row.module.css'
import type { MemberActions } from './use-members.ts'

/** Props of MemberRow. */
export interface MemberRowProps {
  member: TeamMember
  /** The manager who looks at the list. */
  viewer: { readonly id: number; readonly role: TeamRole }
  /** Number of the team's active owners. */
  owners: number
  actions: MemberActions
}

interface RoleProps {
  member: TeamMember
  roles: readonly TeamRole[]
  onChange(role: TeamRole): Promise<void>
}

/** The role. */
function Role({ member, roles, onChange }: RoleProps) {
  const choice = useSettledChoice(member.role, onChange)
  if (roles.length === 0) return <p className={styles.role}>{teamRoleNames[member.role]}</p>
  return (
    <select className={styles.select} aria-label={`Role of ${displayName(member)}`} {...choice}>
      {roles.map((role) => (
        <option key={role} value={role}>
          {teamRoleNames[role]}
        </option>
      ))}
    </select>
  )
}

/** A member of the team: who it is, the role, and what can be done. */
export function MemberRow({ member, viewer, owners, actions }: MemberRowProps) {
  const rights = memberRights(member, viewer, owners)
  const name = displayName(member)
  const active = member.state === 'active'
  const change: MenuEntry = active
    ? { label: 'Deactivate', icon: <UserRoundX />, onSelect: () => void actions.deactivate(member) }
    : { label: 'Reactivate', icon: <RotateCcw />, onSelect: () => void actions.reactivate(member) }
  const own = member.id === viewer.id
  const remove: MenuEntry = {
    label: own ? 'Leave the team' : 'Delete',
    icon: own ? <LogOut /> : <Trash2 />,
    dangerous: true,
    onSelect: () => actions.askToDelete(member),
  }
  return (
    <li className={classNames(styles.row, !active && styles.inactive)}>
      <Avatar name={name} picture={member.thumbnail_url} />
      <div className={styles.who}>
        <p className={styles.name}>
          <PageLink to={profileUrl(member.username)}>{name}</PageLink>
          {own && <span className={styles.you}>You</span>}
          {!active && <span className={styles.state}>Deactivated</span>}
        </p>
        <p className={styles.facts}>
          <span>{member.email}</span>
          <span aria-hidden="true">·</span>
          <span>
            since <Moment time={member.created_at} form="absolute" />
          </span>
        </p>
        {rights.reason && <p className={styles.reason}>{rights.reason}</p>}
      </div>
      <div className={styles.place}>
        <Role member={member} roles={rights.roles} onChange={(role) => actions.changeRole(member, role)} />
      </div>
      <div className={styles.menu}>
        {rights.remove && (
          <Menu
            trigger={<IconButton label={`Actions for ${name}`} icon={<EllipsisVertical />} tooltip={false} />}
            groups={own ? [{ entries: [remove] }] : [{ entries: [change] }, { entries: [remove] }]}
          />
        )}
      </div>
    </li>
  )
}
