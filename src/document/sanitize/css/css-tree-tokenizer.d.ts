/** css-tree's tokenizer alone: the whole package would cost the browser thirty times the bytes. */
declare module 'css-tree/tokenizer' {
  /** Cuts CSS into the tokens of CSS Syntax 3 and calls back with each: its number, its start, its end. */
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void
}
declare module 'css-tree/utils' {
  /** Turn a token's source into what it means, with all escapes resolved. */
  export const ident: { decode(source: string): string }
  export const string: { decode(source: string): string }
  export const url: { decode(source: string): string }
}
