// Panels that share a chunk, loaded when the first of them is opened; see lazy-panels.tsx.
export { AnimationPane } from '../../../editor/panels/animation/animation-pane.tsx'
export { StepBadges } from '../../../editor/panels/animation/step-badges.tsx'
export { DeckPanel } from '../../../editor/panels/deck-panel.tsx'
export { LayersPanel } from '../../../editor/panels/layers-panel.tsx'
