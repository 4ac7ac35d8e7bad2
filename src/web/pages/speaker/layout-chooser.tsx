import { type SpeakerLayout, speakerLayouts } from '../../../rules/speaker-layouts.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import styles from './layout-chooser.module.css'

/** Radio buttons of the layouts. */
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
      {speakerLayouts.map((layout) => (
        <Tooltip key={layout.id} text={layout.title} side="bottom">
          <label data-chosen={layout.id === value}>
            <input
              type="radio"
              name="speaker-layout"
              value={layout.id}
              aria-label={layout.title}
              checked={layout.id === value}
              onChange={() => onChange(layout.id)}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={layout.icon} />
            </svg>
          </label>
        </Tooltip>
      ))}
    </fieldset>
  )
}
