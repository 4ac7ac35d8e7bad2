import { type ComponentPropsWithRef, type ComponentType, createContext, useContext } from 'react'

/** Props of PageLink: those of an `a`, with its URL in `to`. */
export interface PageLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  readonly to: string
  /** The page has a document of its own (editor, deck): the browser navigates. */
  readonly reloadDocument?: boolean
  /** Keeps the scroll position on client-side navigation. */
  readonly preventScrollReset?: boolean
}

function BrowserLink({ to, reloadDocument: _always, preventScrollReset: _new, ...rest }: PageLinkProps) {
  return <a {...rest} href={to} />
}

/** Renders links: plain anchors by default; pages with a router provide its links. */
export const PageLinks = createContext<ComponentType<PageLinkProps>>(BrowserLink)

/**
 * A link to a URL of the app or elsewhere. Used in pages with and without a router (editor, presenting), which then
 * need not load one.
 */
export function PageLink(props: PageLinkProps) {
  const Link = useContext(PageLinks)
  return <Link {...props} />
}
