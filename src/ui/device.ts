/** What kind of device a page is shown on. */
export type Device = 'phone' | 'tablet' | 'computer'

let override: Device | null = null

/** Tests say what the device is; null goes back to looking. A page can be told the same with `data-device` on its root. */
export function overrideDevice(device: Device | null): void {
  override = device
}

/** Tells a device by its user agent and by whether its main pointer is a finger; a touch laptop is a computer. */
export function deviceOf(userAgent: string, coarsePointer: boolean): Device {
  if (/iPhone|iPod|Windows Phone|Android.+Mobile/i.test(userAgent)) return 'phone'
  if (/iPad|Android|Tablet|Silk/i.test(userAgent)) return 'tablet'
  // An iPad asks for pages as a Mac does, but no Mac is pointed at with a finger.
  if (/Macintosh/.test(userAgent) && coarsePointer) return 'tablet'
  return 'computer'
}

/** The device of this page. On the server, where nobody knows, it is a computer. */
export function currentDevice(): Device {
  if (override) return override
  if (typeof window === 'undefined') return 'computer'
  const told = document.documentElement.dataset.device
  if (told === 'phone' || told === 'tablet' || told === 'computer') return told
  return deviceOf(navigator.userAgent, window.matchMedia('(pointer: coarse)').matches)
}

/** Whether the page is shown on a phone or a tablet: no tooltips, no validation while typing. */
export function usesTouchDevice(): boolean {
  return currentDevice() !== 'computer'
}
