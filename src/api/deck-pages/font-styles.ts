/** A kit of Adobe's font service. */
const kit = /^[a-z0-9]{4,20}$/i
/** Families of Google's font service, with weights if wanted: `Lora:400,700|Inter`. */
const families = /^[\p{L}\p{N} +:,|@;.-]{1,255}$/u

/**
 * Addresses of the style sheets of fonts that a deck's author takes from outside services. Nothing is loaded from
 * outside unless the author asked for it; what does not look like a kit or a family is left out.
 */
export function fontStyles(deck: {
  readonly font_typekit: string | null
  readonly font_google: string | null
}): string[] {
  const typekit = deck.font_typekit?.trim() ?? ''
  const google = deck.font_google?.trim() ?? ''
  return [
    ...(kit.test(typekit) ? [`https://use.typekit.net/${typekit}.css`] : []),
    ...(families.test(google)
      ? [`https://fonts.googleapis.com/css?family=${encodeURIComponent(google)}&display=swap`]
      : []),
  ]
}
