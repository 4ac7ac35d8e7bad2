import type { MouseEvent } from 'react'
import { limits } from '../../../rules/limits.ts'
import styles from './share-dialog.module.css'

/** Social networks for sharing a public deck; nothing is loaded from them before one is chosen. */
const sites: readonly { readonly name: string; address(url: string, title: string): string }[] = [
  { name: 'Bluesky', address: (url, title) => `https://bsky.app/intent/compose?text=${title}%20${url}` },
  { name: 'Facebook', address: (url) => `https://www.facebook.com/sharer/sharer.php?u=${url}` },
  { name: 'LinkedIn', address: (url) => `https://www.linkedin.com/sharing/share-offsite/?url=${url}` },
  { name: 'Reddit', address: (url, title) => `https://www.reddit.com/submit?url=${url}&title=${title}` },
  { name: 'X', address: (url, title) => `https://twitter.com/intent/tweet?url=${url}&text=${title}` },
]

function openPopup(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const { width, height } = limits.ui.sharePopup
  window.open(event.currentTarget.href, '_blank', `popup,noopener,noreferrer,width=${width},height=${height}`)
}

/** Links for sharing a public deck, each in a popup window. */
export function SocialShare({ url, title }: { url: string; title: string }) {
  return (
    <p className={styles.social}>
      <span>Share on</span>
      {sites.map(({ name, address }) => (
        <a
          key={name}
          href={address(encodeURIComponent(url), encodeURIComponent(title))}
          target="_blank"
          rel="noopener noreferrer"
          onClick={openPopup}
        >
          {name}
        </a>
      ))}
    </p>
  )
}
