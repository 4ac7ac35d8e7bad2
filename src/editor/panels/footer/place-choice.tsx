import { useId } from 'react'
import { type FooterPlace, footerPlaces } from '../../../rules/slide-footer.ts'
import styles from './footer-fields.module.css'

/** A place in words, by the direction of the deck. */
function placeLabel(place: FooterPlace, rtl: boolean): string {
  const [edge, side] = place.split('-')
  const sides: Readonly<Record<string, string>> = {
    start: rtl ? 'right' : 'left',
    center: 'center',
    end: rtl ? 'left' : 'right',
  }
  return `${edge === 'top' ? 'Top' : 'Bottom'} ${sides[side!]}`
}

/** Props of PlaceChoice. */
export interface PlaceChoiceProps {
  /** What is placed. */
  readonly label: string
  readonly value: FooterPlace
  readonly rtl: boolean
  onChange(place: FooterPlace): void
}

/** The six places, on a small slide. */
export function PlaceChoice({ label, value, rtl, onChange }: PlaceChoiceProps) {
  const id = useId()
  return (
    <fieldset className={styles.place}>
      <legend>{placeLabel(value, rtl)}</legend>
      <div className={styles.slide} dir={rtl ? 'rtl' : 'ltr'}>
        {footerPlaces.map((place) => (
          <label key={place} title={placeLabel(place, rtl)}>
            <input
              type="radio"
              name={id}
              aria-label={`${label}: ${placeLabel(place, rtl)}`}
              checked={place === value}
              onChange={() => onChange(place)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
