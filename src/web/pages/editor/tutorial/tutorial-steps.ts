/** A step of the tour: its text, and the part of the page it points at. */
export interface TutorialStep {
  readonly title: string
  readonly text: string
  /** The value of the part's data-tutorial attribute. */
  readonly part: string
}

/** The tour of the editor. */
export const tutorialSteps: readonly TutorialStep[] = [
  {
    title: 'Add what you need',
    text: 'Text, images, shapes and more: press a button here, then drag things to their place. A double click on the empty slide begins a text.',
    part: 'add',
  },
  {
    title: 'Your slides',
    text: 'Add slides here and drag them into order. Drop one below another to make a stack that goes downwards.',
    part: 'slides',
  },
  {
    title: 'Make it yours',
    text: 'Colors, fonts and transitions of the deck, the slide, or whatever is selected.',
    part: 'style',
  },
  {
    title: 'Saved by itself',
    text: 'Every change is kept while you work. These words always say how things stand.',
    part: 'save',
  },
  {
    title: 'Show it',
    text: 'Present fullscreen whenever you like. Escape brings you back here.',
    part: 'present',
  },
]
