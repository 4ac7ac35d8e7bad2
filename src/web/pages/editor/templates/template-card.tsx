import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Slide } from '../../../../document/types.ts'
import { SlideThumbnail } from '../../../../editor/slide-list/slide-thumbnail.tsx'
import { useEditor } from '../../../../editor/state/use-editor.ts'
import { limits } from '../../../../rules/limits.ts'
import { askConfirm, askPrompt } from '../../../../ui/ask/ask-store.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import type { OwnTemplate, TemplateVerbs } from './own-templates.ts'
import styles from './templates-panel.module.css'

/** A template as a button with its small picture; pressing it begins a slide with it. */
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

async function rename(template: OwnTemplate, verbs: TemplateVerbs): Promise<void> {
  const label = await askPrompt({
    title: 'Rename the template',
    label: 'Name',
    value: template.label,
    action: 'Rename',
    maxLength: limits.template.label,
    validate: (value) => (value.trim() === '' ? 'Can not be empty' : null),
  })
  if (label !== null && label.trim() !== template.label) await verbs.rename(template.id, label.trim())
}

async function remove(template: OwnTemplate, verbs: TemplateVerbs): Promise<void> {
  const sure = await askConfirm({
    title: `Delete the template “${template.label}”?`,
    text: 'Slides that were made with it stay as they are.',
    action: 'Delete',
    dangerous: true,
  })
  if (sure) await verbs.remove(template.id)
}

/** An own template, with what can be done with it. */
export function OwnTemplateCard(props: { template: OwnTemplate; verbs: TemplateVerbs; onUse(): void }) {
  const { template, verbs, onUse } = props
  const label = `More for ${template.label}`
  const entries = [
    { label: 'Rename', icon: <Pencil aria-hidden />, onSelect: () => void rename(template, verbs) },
    { label: 'Delete', icon: <Trash2 aria-hidden />, dangerous: true, onSelect: () => void remove(template, verbs) },
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

/** Arrow keys go from template to template, in the two columns that they stand in. */
export function walkTemplates(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 2, ArrowUp: -2 }[event.key]
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-template]')]
  const at = cards.indexOf(event.target as HTMLElement)
  if (by === undefined || at < 0) return
  event.preventDefault()
  cards[Math.min(cards.length - 1, Math.max(0, at + by))]?.focus()
}
