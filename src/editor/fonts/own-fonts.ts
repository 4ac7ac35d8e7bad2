import type { TextFont } from '../../blocks/fonts.ts'
import { familiesOf, familyList, fontFaces, type OwnFont } from '../../rules/own-fonts.ts'
import { createStore } from '../../ui/store.ts'

/** The uploaded fonts that the deck may use, as the page got them. */
export const ownFonts = createStore<readonly OwnFont[]>([])

/** Adds the uploaded fonts to a document with slides. Browsers load only those that are used. */
export function addOwnFonts(document: Document): void {
  const faces = fontFaces(ownFonts.get())
  if (faces === '') return
  const style = document.createElement('style')
  style.textContent = faces
  document.head.append(style)
}

/** The families of the uploaded fonts, for lists of fonts. */
export function ownTextFonts(): readonly TextFont[] {
  return familiesOf(ownFonts.get()).map((family) => ({ label: family, value: familyList(family) }))
}
