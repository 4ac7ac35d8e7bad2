import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import type { ChosenMedia, MediaLibraryOptions } from './library-options.ts'
import { LibraryPage } from './library-page.tsx'
import styles from './media-library.module.css'
import { placeOf } from './places.ts'

export interface MediaLibraryProps {
  readonly options: MediaLibraryOptions
  readonly open: boolean
  /** Closes the library with the choice. */
  onAnswer(chosen: ChosenMedia | null): void
}

/** The media library: a dialog with the user's images and those of the team. */
export function MediaLibrary({ options, open, onAnswer }: MediaLibraryProps) {
  const [tab, setTab] = useState('own')
  const own = <LibraryPage place={placeOf(options.api, 'own')} {...{ options, onAnswer }} canChange />
  return (
    <Dialog open={open} onClose={() => onAnswer(null)} title="Media library" size="library">
      <div className={styles.tabs}>
        <Tabs
          label="Libraries"
          tabs={[{ id: 'own', label: 'Your Media', content: own }]}
          value={tab}
          onChange={setTab}
        />
      </div>
    </Dialog>
  )
}
