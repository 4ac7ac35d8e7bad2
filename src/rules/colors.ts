/** A color: channels from 0 to 255, alpha from 0 to 1. */
export interface Rgba {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
}

/** Hue from 0 to 360, saturation, value and alpha from 0 to 1. */
export interface Hsva {
  readonly hue: number
  readonly saturation: number
  readonly value: number
  readonly alpha: number
}

/** Reads #rgb, #rgba, #rrggbb, #rrggbbaa, rgb() and rgba(); null for every other color. */
export function parseColor(text: string): Rgba | null {
  const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text.trim())?.[1]
  if (digits) {
    const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits
    const [red = 0, green = 0, blue = 0, alpha = 255] = long.match(/../g)!.map((pair) => Number.parseInt(pair, 16))
    return { red, green, blue, alpha: alpha / 255 }
  }
  const listed = /^rgba?\(([^()]*)\)$/i.exec(text.trim())?.[1]
  const parts = listed?.split(/[\s,/]+/).filter((part) => part !== '') ?? []
  const numbers = parts.map((part, index) => numberOf(part, index === 3 ? 1 : 255))
  const [red, green, blue, alpha = 1] = numbers
  if (red === undefined || green === undefined || blue === undefined || numbers.some(Number.isNaN)) return null
  return { red, green, blue, alpha }
}

function numberOf(part: string, full: number): number {
  const number = part.endsWith('%') ? (Number(part.slice(0, -1)) / 100) * full : Number(part)
  return Math.min(full, Math.max(0, number))
}

/** The color as #rrggbb, or as #rrggbbaa if it is not opaque. */
export function hexColor({ red, green, blue, alpha }: Rgba): string {
  const channels = alpha >= 1 ? [red, green, blue] : [red, green, blue, alpha * 255]
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

/** The color that is seen where `front` covers `back`. */
export function blend(front: Rgba, back: Rgba): Rgba {
  const alpha = front.alpha + back.alpha * (1 - front.alpha)
  if (alpha === 0) return { ...front, alpha }
  const mix = (one: number, other: number) => (one * front.alpha + other * back.alpha * (1 - front.alpha)) / alpha
  return {
    red: mix(front.red, back.red),
    green: mix(front.green, back.green),
    blue: mix(front.blue, back.blue),
    alpha,
  }
}

export function toHsva({ red, green, blue, alpha }: Rgba): Hsva {
  const top = Math.max(red, green, blue)
  const range = top - Math.min(red, green, blue)
  const sixth =
    range === 0
      ? 0
      : top === red
        ? ((green - blue) / range + 6) % 6
        : top === green
          ? (blue - red) / range + 2
          : (red - green) / range + 4
  return { hue: sixth * 60, saturation: top === 0 ? 0 : range / top, value: top / 255, alpha }
}

export function fromHsva({ hue, saturation, value, alpha }: Hsva): Rgba {
  const channel = (offset: number) => {
    const sixth = (offset + hue / 60) % 6
    return 255 * value * (1 - saturation * Math.max(0, Math.min(sixth, 4 - sixth, 1)))
  }
  return { red: channel(5), green: channel(3), blue: channel(1), alpha }
}
