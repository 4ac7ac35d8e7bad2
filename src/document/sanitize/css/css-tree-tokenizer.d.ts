/** css-tree's tokenizer alone: the full package is thirty times as large for the browser. */
declare module 'css-tree/tokenizer' {
  /** Tokenizes by CSS Syntax 3; calls back with each token's kind, start and end. */
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void
}
declare module 'css-tree/utils' {
  /** Decode a token's source, resolving all escapes. */
  export const ident: { decode(source: string): string }
  export const string: { decode(source: string): string }
  export const url: { decode(source: string): string }
}
