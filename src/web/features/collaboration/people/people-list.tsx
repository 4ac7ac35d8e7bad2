import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { roleNames } from '../../../../rules/permissions.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { EditCollaborator, type EditCollaboratorProps } from './edit-collaborator.tsx'
import styles from './people.module.css'
import { type Person, personName } from './people-data.ts'

/** Props of PeopleList. */
export interface PeopleListProps extends Omit<EditCollaboratorProps, 'person' | 'onRemoved'> {
  /** Whether the viewer may change and remove people. */
  readonly manages: boolean
}

/** What is known of a person: the picture, the name, the address or username, and the role. */
function Facts({ person }: { person: Person }) {
  const name = personName(person)
  const second = person.email !== null && person.email !== name ? person.email : person.username
  return (
    <>
      <Avatar name={name} picture={person.thumbnail_url} />
      <span className={styles.facts}>
        <span className={styles.who}>
          <strong>{name}</strong>
          {second !== name && second !== null && <span>{second}</span>}
        </span>
        <span className={styles.role}>
          {person.active ? roleNames[person.role] : `Invited as ${roleNames[person.role]}`}
        </span>
      </span>
    </>
  )
}

function PersonItem({ manages, ...props }: PeopleListProps & Pick<EditCollaboratorProps, 'person'>) {
  const { person } = props
  const [open, setOpen] = useState(false)
  if (!manages || person.role === 'owner') {
    return (
      <li>
        <div className={styles.person}>
          <Facts person={person} />
        </div>
      </li>
    )
  }
  return (
    <li>
      <button type="button" className={styles.person} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Facts person={person} />
        <ChevronDown className={styles.chevron} size={16} aria-hidden />
      </button>
      {open && <EditCollaborator {...props} />}
    </li>
  )
}

/** The people of a deck. Owner and admins press a person to change the role or to remove them. */
export function PeopleList(props: PeopleListProps) {
  return (
    <ul className={styles.list} aria-label="People of this deck">
      {props.people.map((person) => (
        <PersonItem key={person.id} {...props} person={person} />
      ))}
    </ul>
  )
}
