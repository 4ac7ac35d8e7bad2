const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** Names the browser and system of a user agent: 'Firefox on Windows', or 'Unknown device'. */
export function deviceName(userAgent: string): string {
  const browser = browsers.find(([sign]) => userAgent.includes(sign))?.[1]
  const system = systems.find(([sign]) => userAgent.includes(sign))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** The devices of several sessions, with numbers from 2 where a device is listed again: 'Firefox on Windows (2)'. */
export function deviceNames(userAgents: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return userAgents.map((userAgent) => {
    const name = deviceName(userAgent)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}
