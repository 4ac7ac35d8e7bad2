interface Site {
  readonly pattern: RegExp
  options(id: string, options: EmbedOptions): Readonly<Record<string, string>>
  /** The fragment of the address; missing: none. */
  fragment?(options: EmbedOptions): string
  /** Whether its player can stop before the end of a video. */
  readonly hasEnd: boolean
}

/** The sites whose videos are embedded, with the options of their players. */
const sites: readonly Site[] = [
  {
    pattern: /^https:\/\/www\.youtube-nocookie\.com\/embed\/([\w-]{6,20})$/,
    options: (id: string, options: EmbedOptions) => ({
      enablejsapi: '1',
      rel: '0',
      ...(options.controls ? {} : { controls: '0' }),
      // A single video loops as a list of itself.
      ...(options.loop ? { loop: '1', playlist: id } : {}),
      ...(options.muted ? { mute: '1' } : {}),
      ...(options.start > 0 ? { start: String(Math.floor(options.start)) } : {}),
      ...(options.end > 0 ? { end: String(Math.ceil(options.end)) } : {}),
    }),
    hasEnd: true,
  },
  {
    pattern: /^https:\/\/player\.vimeo\.com\/video\/(\d{5,12})(?:\?h=[\da-f]{6,20})?$/,
    options: (_: string, options: EmbedOptions) => ({
      dnt: '1',
      ...(options.controls ? {} : { controls: '0' }),
      ...(options.loop ? { loop: '1' } : {}),
      ...(options.muted ? { muted: '1' } : {}),
    }),
    fragment: ({ start }) => (start > 0 ? `#t=${Math.floor(start)}s` : ''),
    hasEnd: false,
  },
]

export interface EmbedOptions {
  readonly controls: boolean
  readonly loop: boolean
  readonly muted: boolean
  readonly start: number
  readonly end: number
}

/** Whether an address is that of an embedded player, without options. */
export const isEmbed = (address: string): boolean => sites.some(({ pattern }) => pattern.test(address))

/** Whether the end of a video at this address can be set: in files, and where the site's player stops there. */
export const canEnd = (address: string): boolean => sites.find(({ pattern }) => pattern.test(address))?.hasEnd ?? true

/** The address of an embedded player with its options. */
export function embedAddress(address: string, options: EmbedOptions): string {
  const site = sites.find(({ pattern }) => pattern.test(address))
  if (!site) return address
  const pairs = Object.entries(site.options(site.pattern.exec(address)![1]!, options))
  const query = pairs.map((pair) => pair.join('=')).join('&')
  return `${address}${address.includes('?') ? '&' : '?'}${query}${site.fragment?.(options) ?? ''}`
}

/** The address without options: for Vimeo with the key of a private video. */
export function withoutOptions(address: string): string {
  const [page = '', query = ''] = address.split(/[?#]/)
  const key = query.split('&').find((pair) => pair.startsWith('h='))
  return key === undefined ? page : `${page}?${key}`
}
