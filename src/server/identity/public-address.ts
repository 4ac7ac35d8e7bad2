import { BlockList, isIP } from 'node:net'

/** IPv4 ranges that are not public: private, loopback, link-local, carrier NAT, documentation, multicast, reserved. */
const special: readonly (readonly [string, number])[] = [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
]
const specialV4 = new BlockList()
for (const [net, bits] of special) specialV4.addSubnet(net, bits, 'ipv4')

/** Public IPv6 addresses are in 2000::/3. Addresses that carry an IPv4 address (mapped, NAT64) are outside it. */
const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')
/** Teredo and protocol assignments, documentation, 6to4. */
const specialV6 = new BlockList()
specialV6.addSubnet('2001::', 23, 'ipv6')
specialV6.addSubnet('2001:db8::', 32, 'ipv6')
specialV6.addSubnet('2002::', 16, 'ipv6')
specialV6.addSubnet('3fff::', 20, 'ipv6')

/** Whether a text is an IP address that is reachable on the internet. */
export function isPublicAddress(text: string): boolean {
  const family = isIP(text)
  if (family === 4) return !specialV4.check(text, 'ipv4')
  return family === 6 && globalV6.check(text, 'ipv6') && !specialV6.check(text, 'ipv6')
}
