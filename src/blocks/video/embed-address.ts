/** The sites whose videos are embedded, with the options of their players. */
const sites = [
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
  },
  {
    pattern: /^https:\/\/player\.vimeo\.com\/video\/(\d{5,12})(?:\?h=[\da-f]{6,20})?$/,
    options: (_: string, options: EmbedOptions) => ({
      dnt: '1',
      ...(options.controls ? {} : { controls: '0' }),
      ...(options.loop ? { loop: '1' } : {}),
      ...(options.muted ? { muted: '1' } : {}),
    }),
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

/** The address of an embedded player with its options. */
export function embedAddress(address: string, options: EmbedOptions): string {
  const site = sites.find(({ pattern }) => pattern.test(address))
  if (!site) return address
  const pairs = Object.entries(site.options(site.pattern.exec(address)![1]!, options))
  return `${address}${address.includes('?') ? '&' : '?'}${pairs.map((pair) => pair.join('=')).join('&')}`
}

/** The address without options: for Vimeo with the key of a private video. */
export function withoutOptions(address: string): string {
  const [page = '', query = ''] = address.split(/[?#]/)
  const key = query.split('&').find((pair) => pair.startsWith('h='))
  return key === undefined ? page : `${page}?${key}`
}
