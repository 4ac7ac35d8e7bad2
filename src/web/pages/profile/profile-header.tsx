import { AtSign, Link as LinkIcon, Settings } from 'lucide-react'
import { displayName } from '../../../api/pages/viewer.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/moment.tsx'
import type { ProfileData } from './load-profile.ts'
import styles from './profile-header.module.css'

/** Removes the scheme and a trailing slash. */
function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

/** The profile's picture, names and description. */
export function ProfileHeader({ person, self }: Pick<ProfileData, 'person' | 'self'>) {
  const name = displayName(person)
  return (
    <header className={styles.header}>
      <Avatar name={name} picture={person.thumbnail_url} size="l" />
      <div className={styles.who}>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.facts}>
          {person.name && <span>{person.username}</span>}
          {person.site_url && (
            <a href={person.site_url} rel="nofollow noopener me" target="_blank">
              <LinkIcon aria-hidden="true" /> <span>{shortUrl(person.site_url)}</span>
            </a>
          )}
          {person.social_handle && (
            <span>
              <AtSign aria-hidden="true" /> {person.social_handle}
            </span>
          )}
          <span>
            since <Moment time={person.created_at} form="absolute" />
          </span>
        </p>
        {person.description && <p className={styles.description}>{person.description}</p>}
      </div>
      {self && (
        <ButtonLink to="/users/edit" icon={<Settings />}>
          Settings
        </ButtonLink>
      )}
    </header>
  )
}
