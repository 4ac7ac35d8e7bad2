import type { Field, NumberField, ToggleField } from './block-editor.ts'
import type { MediaProps } from './media-props.ts'

/** The longest offset into a file, in seconds: a day. */
const longest = 86_400

function seconds<P extends MediaProps>(label: string, name: 'start' | 'end'): NumberField<P> {
  return {
    kind: 'number',
    ...{ unit: '', label, min: 0, max: longest, step: 1 },
    read: (block) => block.props[name],
    write: (block, value) =>
      block.props[name] === value ? block : { ...block, props: { ...block.props, [name]: value } },
  }
}

function flag<P extends MediaProps>(label: string, name: 'controls' | 'autoplay' | 'loop' | 'across'): ToggleField<P> {
  return {
    kind: 'toggle',
    label,
    read: (block) => block.props[name],
    write: (block, isOn) =>
      block.props[name] === isOn ? block : { ...block, props: { ...block.props, [name]: isOn } },
  }
}

/** The panel's controls for how a video or a sound is played. `canEnd`: whether it can stop before its end. */
export function playbackFields<P extends MediaProps>(canEnd?: (address: string) => boolean): readonly Field<P>[] {
  return [
    flag('Controls', 'controls'),
    flag('Starts by itself', 'autoplay'),
    flag('Repeats', 'loop'),
    flag('Goes on across slides', 'across'),
    seconds('Start (s)', 'start'),
    { ...seconds<P>('End (s)', 'end'), ...(canEnd ? { when: ({ props }) => canEnd(props.src) } : {}) },
  ]
}
