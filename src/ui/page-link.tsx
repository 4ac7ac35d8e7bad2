import { type ComponentPropsWithRef, type ComponentType, createContext, useContext } from 'react'

/** Props of PageLink: those of an `a`, with its address in `to`. */
export interface PageLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  readonly to: string
  /** The page has a document of its own (editor, deck): the browser goes there by itself. */
  readonly reloadDocument?: boolean
  /** Stays where it is scrolled to, where pages follow each other without a new document. */
  readonly preventScrollReset?: boolean
}

function BrowserLink({ to, reloadDocument: _always, preventScrollReset: _new, ...rest }: PageLinkProps) {
  return <a {...rest} href={to} />
}

/** What draws links: the browser's own, unless pages around say otherwise. Those of a router bring its links here. */
export const PageLinks = createContext<ComponentType<PageLinkProps>>(BrowserLink)

/**
 * A link to an address of the app or elsewhere. It stands in pages with a router and in those without one (the editor,
 * presenting), which need not bring it.
 */
export function PageLink(props: PageLinkProps) {
  const Link = useContext(PageLinks)
  return <Link {...props} />
}
