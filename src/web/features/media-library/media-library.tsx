import { useEffect, useState } from 'react'
import { messages } from '../../../rules/messages.ts'
import { planAllows } from '../../../rules/plans.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useStore } from '../../../ui/store.ts'
import { refuseStrayDrops } from '../../../ui/stray-drops.ts'
import { type Tab, Tabs } from '../../../ui/tabs.tsx'
import { LibraryPage, type LibraryPageProps } from './library-page.tsx'
import styles from './media-library.module.css'
import type { MediaListState } from './media-list.ts'
import { type PlaceName, placeOf } from './places.ts'

export interface MediaLibraryProps extends Pick<LibraryPageProps, 'options' | 'onAnswer'> {
  readonly open: boolean
}

/** Why the team's tab is disabled or has failed; undefined: neither. */
function noteOf({ phase, items }: MediaListState, isManager: boolean): string | undefined {
  if (phase === 'failed') return messages.media.teamLoadFailed
  return phase === 'loaded' && items.length === 0 && !isManager ? messages.media.teamEmpty : undefined
}

/** The tab with the team's images. Members read them; without any it is disabled for them. */
function useTeamTab({ options, onAnswer }: MediaLibraryProps): Tab {
  const place = placeOf(options.api, 'team')
  const media = useStore(place.list.state)
  const isManager = options.viewer.team?.role !== 'member'
  const isEmpty = media.phase !== 'failed' && media.items.length === 0
  return {
    id: 'team',
    label: 'Team Media',
    disabled: !isManager && isEmpty,
    note: noteOf(media, isManager),
    content: <LibraryPage {...{ place, options, onAnswer }} canChange={isManager} />,
  }
}

/** The media library: a dialog with the user's images and those of the team. */
export function MediaLibrary(props: MediaLibraryProps) {
  const { options, open, onAnswer } = props
  const { api, viewer } = options
  const [tab, setTab] = useState<PlaceName>('own')
  const hasTeam = viewer.team !== null && planAllows(viewer.plan, 'team')
  useEffect(() => {
    for (const name of hasTeam ? (['own', 'team'] as const) : (['own'] as const)) {
      const { list, tags } = placeOf(api, name)
      void list.load()
      void tags.load()
    }
  }, [api, hasTeam])
  useEffect(() => (open ? refuseStrayDrops(window) : undefined), [open])
  const own: Tab = {
    id: 'own',
    label: 'Your Media',
    content: <LibraryPage place={placeOf(api, 'own')} {...{ options, onAnswer }} canChange />,
  }
  const team = useTeamTab(props)
  return (
    <Dialog open={open} onClose={() => onAnswer(null)} title="Media library" size="library">
      <div className={styles.tabs}>
        {hasTeam && team.disabled && team.note && (
          <p className={styles.note} aria-hidden="true">
            {team.note}
          </p>
        )}
        <Tabs
          label="Libraries"
          tabs={hasTeam ? [own, team] : [own]}
          value={tab}
          onChange={(id) => setTab(id as PlaceName)}
        />
      </div>
    </Dialog>
  )
}
