// The few platform objects that exist in browsers and in Node alike. Files that run
// anywhere see these and nothing else, so that neither the DOM nor Node can slip in.
declare class URL {
  constructor(url: string, base?: string)
  static canParse(url: string, base?: string): boolean
  href: string
  origin: string
  protocol: string
  username: string
  password: string
  host: string
  hostname: string
  port: string
  pathname: string
  search: string
  hash: string
}
declare class TextEncoder {
  encode(text: string): Uint8Array
}
declare const crypto: { getRandomValues<T extends Uint8Array>(array: T): T }
