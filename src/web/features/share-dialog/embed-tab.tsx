import { useState } from 'react'
import type { SharedDeck } from '../../../api/deck-pages/shared-deck.ts'
import { absoluteDeckUrl, type EmbedStyle } from '../../../rules/deck-url.ts'
import { embedCode } from '../../../rules/embed-code.ts'
import { limits } from '../../../rules/limits.ts'
import { planOffers } from '../../../rules/plan-offers.ts'
import { planAllows } from '../../../rules/plans.ts'
import { validateEmbedSize } from '../../../rules/validators.ts'
import { CopyField } from '../../../ui/copy-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import styles from './share-dialog.module.css'

const footerStyles: readonly { readonly value: EmbedStyle; readonly label: string }[] = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'hidden', label: 'Hidden' },
]

/** Props of EmbedTab. */
export interface EmbedTabProps {
  baseUrl: string
  deck: SharedDeck
  token: string | null
}

/** State of a size field. Invalid input shows an error and does not change the code. */
function useSize(first: number) {
  const [size, setSize] = useState(first)
  const take = (text: string) => {
    if (validateEmbedSize(text) === null) setSize(Number(text))
  }
  return { size, take }
}

/** The embed code, with options for size and footer. */
export function EmbedTab({ baseUrl, deck, token }: EmbedTabProps) {
  const width = useSize(limits.embed.width)
  const height = useSize(limits.embed.height)
  const [style, setStyle] = useState<EmbedStyle>('dark')
  const mayHide = planAllows(deck.ownerPlan, 'hideEmbedFooter')
  const src = absoluteDeckUrl(baseUrl, deck, { view: 'embed', token, style })
  const code = embedCode({ src, title: deck.title, width: width.size, height: height.size })
  const side = (name: string, label: string, { take }: ReturnType<typeof useSize>, value: number) => (
    <TextField
      name={name}
      label={label}
      type="embed-size"
      required
      defaultValue={String(value)}
      maxLength={limits.embed.digits}
      inputMode="numeric"
      onChange={take}
      className={styles.side}
    />
  )
  return (
    <div className={styles.embed}>
      <div className={styles.embedOptions}>
        {side('embed-width', 'Width', width, limits.embed.width)}
        {side('embed-height', 'Height', height, limits.embed.height)}
        <fieldset className={styles.looks}>
          <legend>Footer</legend>
          {footerStyles.map(({ value, label }) => (
            <label key={value} data-disabled={(value === 'hidden' && !mayHide) || undefined}>
              <input
                type="radio"
                name="embed-style"
                value={value}
                checked={style === value}
                disabled={value === 'hidden' && !mayHide}
                onChange={() => setStyle(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      </div>
      {!mayHide && deck.isOwner && (
        <p className={styles.hint}>
          {planOffers.hideEmbedFooter.text}{' '}
          <a href={planOffers.hideEmbedFooter.address}>{planOffers.hideEmbedFooter.action}</a>
        </p>
      )}
      <CopyField label="Code" value={code} rows={4} isMain />
    </div>
  )
}
