/** Where the presenter points: parts of the slide's width and height, 0 to 1. */
export interface LightPlace {
  readonly x: number
  readonly y: number
}

/** A point of light on the slides. */
export interface Light {
  /** Null puts it out. */
  show(at: LightPlace | null): void
  destroy(): void
}

/** Makes the light. `slides` is the element that holds the sections: what stands in it is scaled as they are. */
export function createLight(slides: Element): Light {
  const dot = document.createElement('div')
  dot.className = 'pointing-light'
  dot.setAttribute('aria-hidden', 'true')
  return {
    show: (at) => {
      if (!at) return dot.remove()
      // As a shift, so that moving it never lays the slide out anew.
      dot.style.translate = `${at.x * 960}px ${at.y * 700}px`
      if (!dot.isConnected) slides.append(dot)
    },
    destroy: () => dot.remove(),
  }
}
