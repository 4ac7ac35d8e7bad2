import { type SpeakerLayout, speakerLayoutNames, speakerLayouts } from '../../../rules/speaker.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import styles from './layout-chooser.module.css'

const pictures: Readonly<Record<SpeakerLayout, string>> = {
  default: 'M3 4h11v16H3zM17 4h4v6h-4zM17 13h4v7h-4z',
  wide: 'M3 4h8v9H3zM13 4h8v9h-8zM3 16h18v4H3z',
  tall: 'M3 4h7v7H3zM3 13h7v7H3zM13 4h8v16h-8z',
  'notes-only': 'M4 5h16M4 10h16M4 15h16M4 20h9',
}

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
      {speakerLayouts.map((layout) => (
        <Tooltip key={layout} text={speakerLayoutNames[layout]} side="bottom">
          <label data-chosen={layout === value}>
            <input
              type="radio"
              name="speaker-layout"
              value={layout}
              aria-label={speakerLayoutNames[layout]}
              checked={layout === value}
              onChange={() => onChange(layout)}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={pictures[layout]} />
            </svg>
          </label>
        </Tooltip>
      ))}
    </fieldset>
  )
}
