import { Plus, X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import styles from './item-tags.module.css'
import type { MediaItem } from './media-list.ts'
import type { MediaTag, TagListStore } from './tag-list-store.ts'

/** Whether all images have a tag. */
function hasAll(tag: MediaTag, items: readonly MediaItem[]): boolean {
  const ids = new Set(tag.medias)
  return items.length > 0 && items.every(({ id }) => ids.has(id))
}

/** Menu entries that add images to each tag, or remove them from it. */
export function tagEntries(
  store: TagListStore,
  tags: readonly MediaTag[],
  items: readonly MediaItem[],
): readonly MenuEntry[] {
  const ids = items.map(({ id }) => id)
  return tags.map((tag) => {
    const checked = hasAll(tag, items)
    return { label: tag.name, checked, onSelect: () => void store.setMedia(tag.id, ids, !checked) }
  })
}

interface ItemTagsProps {
  readonly store: TagListStore
  readonly tags: readonly MediaTag[]
  /** The selected images. */
  readonly items: readonly MediaItem[]
  readonly canChange: boolean
}

/** The tags that all selected images have, with buttons to remove and to add one. */
export function ItemTags({ store, tags, items, canChange }: ItemTagsProps) {
  const ids = items.map(({ id }) => id)
  const common = tags.filter((tag) => hasAll(tag, items))
  if (tags.length === 0 || (!canChange && common.length === 0)) return null
  return (
    <div className={styles.tags}>
      <p className={styles.title}>Tags</p>
      <ul className={styles.list}>
        {common.map((tag) => (
          <li key={tag.id} className={styles.chip}>
            <span>{tag.name}</span>
            {canChange && (
              <IconButton
                className={styles.remove}
                label={`Remove from ${tag.name}`}
                icon={<X />}
                onClick={() => void store.setMedia(tag.id, ids, false)}
              />
            )}
          </li>
        ))}
        {canChange && (
          <li>
            <Menu
              align="start"
              trigger={
                <Button size="s" variant="quiet" icon={<Plus />}>
                  Add tag
                </Button>
              }
              groups={[{ entries: tagEntries(store, tags, items) }]}
            />
          </li>
        )}
      </ul>
    </div>
  )
}
