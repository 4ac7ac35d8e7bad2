/** Device class of a page. */
export type Device = 'phone' | 'tablet' | 'computer'

let override: Device | null = null

/** Overrides the device for tests; null detects it again. `data-device` on the root element does the same. */
export function overrideDevice(device: Device | null): void {
  override = device
}

/** Detects the device from the user agent and the main pointer; a touch laptop is a computer. */
export function deviceOf(userAgent: string, coarsePointer: boolean): Device {
  if (/iPhone|iPod|Windows Phone|Android.+Mobile/i.test(userAgent)) return 'phone'
  if (/iPad|Android|Tablet|Silk/i.test(userAgent)) return 'tablet'
  // An iPad sends a Mac's user agent, but no Mac has a coarse pointer.
  if (/Macintosh/.test(userAgent) && coarsePointer) return 'tablet'
  return 'computer'
}

/** The page's device; a computer on the server, where it is unknown. */
export function currentDevice(): Device {
  if (override) return override
  if (typeof window === 'undefined') return 'computer'
  const configured = document.documentElement.dataset.device
  if (configured === 'phone' || configured === 'tablet' || configured === 'computer') return configured
  return deviceOf(navigator.userAgent, window.matchMedia('(pointer: coarse)').matches)
}

/** Whether the page is on a phone or tablet: no tooltips, no validation while typing. */
export function usesTouchDevice(): boolean {
  return currentDevice() !== 'computer'
}
