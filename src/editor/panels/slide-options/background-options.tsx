import { useState } from 'react'
import { limits } from '../../../rules/limits.ts'
import { NumberInput } from '../number-input.tsx'
import panel from '../panel.module.css'
import { useSetSlideAttributes, useSlideAttribute, useSlideFlag } from '../slide-attributes.ts'
import { AddressField } from './address-field.tsx'
import { readImageAddress, readPageAddress, readVideoAddress } from './background-address.ts'
import { BackgroundEffects } from './background-effects.tsx'
import { BackgroundImage } from './background-image.tsx'
import { OptionSelect, type SlideChoice } from './option-select.tsx'
import styles from './slide-options.module.css'

const sizes: readonly SlideChoice[] = [
  ['', 'Cover'],
  ['contain', 'Contain'],
  ['100% 100%', 'Stretch'],
  ['auto', 'As it is'],
]
const videoSizes: readonly SlideChoice[] = [
  ['', 'Cover'],
  ['contain', 'Contain'],
]
const places: readonly SlideChoice[] = [
  ['', 'Center'],
  ['top', 'Top'],
  ['bottom', 'Bottom'],
  ['left', 'Left'],
  ['right', 'Right'],
  ['left top', 'Top left'],
  ['right top', 'Top right'],
  ['left bottom', 'Bottom left'],
  ['right bottom', 'Bottom right'],
]
const repeats: readonly SlideChoice[] = [
  ['', 'Once'],
  ['repeat', 'Repeat'],
  ['repeat-x', 'In a row'],
  ['repeat-y', 'In a column'],
]

/** Opacity of the background, for images, videos and pages. */
function Opacity({ disabled }: { disabled: boolean }) {
  const [value, setValue] = useSlideAttribute('data-background-opacity')
  return (
    <div className={panel.row}>
      <label htmlFor="background-opacity">Opacity</label>
      <NumberInput
        id="background-opacity"
        {...{ unit: '%', min: 0, max: 100, step: 5, disabled }}
        value={value === '' ? 100 : Math.round(Number(value) * 100)}
        onChange={(next, merge) => setValue(next === 100 ? null : String(next / 100), merge)}
      />
    </div>
  )
}

/** The background image. */
export function ImageOptions() {
  const [picture, setPicture] = useSlideAttribute('data-background-image')
  const [video] = useSlideAttribute('data-background-video')
  const [page] = useSlideAttribute('data-background-iframe')
  const none = picture === ''
  return (
    <div className={styles.options}>
      <BackgroundImage />
      <AddressField
        label="Image URL"
        placeholder="https://"
        value={picture}
        read={readImageAddress}
        onChange={setPicture}
      />
      <OptionSelect attribute="data-background-size" label="Size" choices={sizes} disabled={none} />
      <OptionSelect attribute="data-background-position" label="Position" choices={places} disabled={none} />
      <OptionSelect attribute="data-background-repeat" label="Repeat" choices={repeats} disabled={none} />
      <Opacity disabled={none && video === '' && page === ''} />
      <BackgroundEffects />
    </div>
  )
}

function Flag({ attribute, label, disabled }: { attribute: string; label: string; disabled: boolean }) {
  const [on, setOn] = useSlideFlag(attribute)
  return (
    <label className={panel.check}>
      <input type="checkbox" checked={on} disabled={disabled} onChange={(event) => setOn(event.target.checked)} />
      <span>{label}</span>
    </label>
  )
}

/** The background video. Its options are disabled without a URL. */
export function VideoOptions() {
  const [video] = useSlideAttribute('data-background-video')
  const set = useSetSlideAttributes()
  const [text, setText] = useState(video)
  const disabled = text.length < limits.slide.videoUrlMin
  const change = (address: string) => {
    const gone = address === '' ? [['data-video-muted', null] as const, ['data-video-loop', null] as const] : []
    set({ 'data-background-video': address, ...Object.fromEntries(gone) }, { label: 'Background video' })
  }
  return (
    <div className={styles.options}>
      <AddressField
        label="Video URL"
        placeholder="https://…/film.mp4"
        value={video}
        read={readVideoAddress}
        onChange={change}
        onText={setText}
      />
      <Flag attribute="data-video-muted" label="Mute" disabled={disabled} />
      <Flag attribute="data-video-loop" label="Loop" disabled={disabled} />
      <OptionSelect attribute="data-background-size" label="Video size" choices={videoSizes} disabled={disabled} />
    </div>
  )
}

/** The background page. */
export function PageOptions() {
  const [page, setPage] = useSlideAttribute('data-background-iframe')
  return (
    <div className={styles.options}>
      <AddressField
        label="Iframe URL"
        placeholder="https://, or the markup for embedding"
        value={page}
        read={readPageAddress}
        onChange={setPage}
      />
      <p className={panel.note}>The page is loaded when the slide is shown, behind everything that stands on it.</p>
    </div>
  )
}
