import type { Settings } from '../env.ts'

/** Host names (without port) that serve uploaded media; `*.` matches all subdomains. */
export function mediaHosts({ contentUrl }: Pick<Settings, 'contentUrl'>): readonly string[] {
  const content = contentUrl?.replace('{label}.', '')
  const hosts = content ? [new URL(content).hostname] : []
  return contentUrl?.includes('{label}') ? hosts.map((host) => `*.${host}`) : hosts
}
