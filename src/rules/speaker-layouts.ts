/**
 * Layouts of the speaker view, with the path of a 24x24 icon. Their styles are in web/pages/speaker/speaker-layouts.css.
 * `slides: false`: only the notes are shown.
 */
export const speakerLayouts = [
  { id: 'default', title: 'Default', icon: 'M3 4h11v16H3zM17 4h4v6h-4zM17 13h4v7h-4z' },
  { id: 'wide', title: 'Wide', icon: 'M3 4h8v9H3zM13 4h8v9h-8zM3 16h18v4H3z' },
  { id: 'tall', title: 'Tall', icon: 'M3 4h7v7H3zM3 13h7v7H3zM13 4h8v16h-8z' },
  { id: 'notes-only', title: 'Notes only', icon: 'M4 5h16M4 10h16M4 15h16M4 20h9', slides: false },
] as const

export type SpeakerLayout = (typeof speakerLayouts)[number]['id']

export const speakerLayoutIds: readonly SpeakerLayout[] = speakerLayouts.map(({ id }) => id)

/** Whether a layout shows only the notes. */
export function hidesSlides(layout: SpeakerLayout): boolean {
  return speakerLayouts.some((one) => one.id === layout && 'slides' in one)
}
