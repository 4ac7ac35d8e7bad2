import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Slide } from '../../../../document/deck-model.ts'
import { SlideThumbnail } from '../../../../editor/slide-list/slide-thumbnail.tsx'
import { useEditor } from '../../../../editor/state/use-editor.ts'
import { limits } from '../../../../rules/limits.ts'
import { confirmDialog, promptDialog } from '../../../../ui/dialogs/dialog-store.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import type { OwnTemplate, TemplateActions } from './own-templates.ts'
import styles from './templates-panel.module.css'

/** A template's thumbnail as a button; pressing it adds a slide from it. */
export function TemplateCard({ label, slide, onUse }: { label: string; slide: Slide; onUse(): void }) {
  const settings = useEditor(({ deck }) => deck.settings)
  return (
    <button type="button" className={styles.card} data-template onClick={onUse}>
      <span className={styles.picture}>
        <SlideThumbnail slide={slide} settings={settings} />
      </span>
      <span className={styles.label}>{label}</span>
    </button>
  )
}

async function rename(template: OwnTemplate, actions: TemplateActions): Promise<void> {
  const label = await promptDialog({
    title: 'Rename the template',
    label: 'Name',
    value: template.label,
    action: 'Rename',
    maxLength: limits.template.label,
    validate: (value) => (value.trim() === '' ? 'Can not be empty' : null),
  })
  if (label !== null && label.trim() !== template.label) await actions.rename(template.id, label.trim())
}

async function remove(template: OwnTemplate, actions: TemplateActions): Promise<void> {
  const confirmed = await confirmDialog({
    title: `Delete the template “${template.label}”?`,
    text: 'Slides that were made with it stay as they are.',
    action: 'Delete',
    dangerous: true,
  })
  if (confirmed) await actions.remove(template.id)
}

/** One of the user's templates, with a menu to rename or delete it. */
export function OwnTemplateCard(props: { template: OwnTemplate; actions: TemplateActions; onUse(): void }) {
  const { template, actions, onUse } = props
  const label = `More for ${template.label}`
  const entries = [
    { label: 'Rename', icon: <Pencil aria-hidden />, onSelect: () => void rename(template, actions) },
    { label: 'Delete', icon: <Trash2 aria-hidden />, dangerous: true, onSelect: () => void remove(template, actions) },
  ]
  return (
    <div className={styles.own}>
      <TemplateCard label={template.label} slide={template.slide} onUse={onUse} />
      <div className={styles.more}>
        <Menu
          trigger={<IconButton label={label} icon={<Ellipsis size={16} aria-hidden />} tooltip={false} title={label} />}
          groups={[{ entries }]}
        />
      </div>
    </div>
  )
}

/** Moves the focus between templates with arrow keys, in two columns. */
export function moveTemplateFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 2, ArrowUp: -2 }[event.key]
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-template]')]
  const at = cards.indexOf(event.target as HTMLElement)
  if (by === undefined || at < 0) return
  event.preventDefault()
  cards[Math.min(cards.length - 1, Math.max(0, at + by))]?.focus()
}
