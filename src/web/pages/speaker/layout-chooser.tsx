import type { SpeakerLayout } from '../../../rules/speaker.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import styles from './layout-chooser.module.css'

const layouts: readonly { readonly value: SpeakerLayout; readonly label: string; readonly picture: string }[] = [
  { value: 'default', label: 'Default', picture: 'M3 4h11v16H3zM17 4h4v6h-4zM17 13h4v7h-4z' },
  { value: 'wide', label: 'Wide', picture: 'M3 4h8v9H3zM13 4h8v9h-8zM3 16h18v4H3z' },
  { value: 'tall', label: 'Tall', picture: 'M3 4h7v7H3zM3 13h7v7H3zM13 4h8v16h-8z' },
  { value: 'notes-only', label: 'Notes only', picture: 'M4 5h16M4 10h16M4 15h16M4 20h9' },
]

/** The choice between the four layouts. */
export function LayoutChooser({
  value,
  onChange,
}: {
  value: SpeakerLayout
  onChange: (layout: SpeakerLayout) => void
}) {
  return (
    <fieldset className={styles.layouts}>
      <legend className="spoken-only">Layout</legend>
      {layouts.map((layout) => (
        <Tooltip key={layout.value} text={layout.label} side="bottom">
          <label data-chosen={layout.value === value}>
            <input
              type="radio"
              name="speaker-layout"
              value={layout.value}
              aria-label={layout.label}
              checked={layout.value === value}
              onChange={() => onChange(layout.value)}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={layout.picture} />
            </svg>
          </label>
        </Tooltip>
      ))}
    </fieldset>
  )
}
