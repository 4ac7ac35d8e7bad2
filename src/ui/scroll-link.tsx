import type { ComponentPropsWithoutRef } from 'react'
import { followScrollLink } from './scroll-to.ts'

/** Props of ScrollLink: those of a link whose `href` is a hash of the same page. */
export interface ScrollLinkProps extends ComponentPropsWithoutRef<'a'> {
  href: `#${string}`
}

/** A link to an anchor of the same page, with smooth scrolling of up to a second. */
export function ScrollLink({ href, onClick, ...rest }: ScrollLinkProps) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        followScrollLink(href)
      }}
    />
  )
}
