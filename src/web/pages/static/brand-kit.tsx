import { Download } from 'lucide-react'
import { product } from '../../../rules/product.ts'
import { Logo } from '../../../ui/logo.tsx'
import styles from './brand-kit.module.css'

const files = [
  { href: '/brand/lectern-sign.svg', label: 'The mark', kind: 'SVG' },
  { href: '/brand/lectern-logo.png', label: 'Logo with name, for light backgrounds', kind: 'PNG' },
  { href: '/brand/lectern-logo-light.png', label: 'Logo with name, for dark backgrounds', kind: 'PNG' },
] as const

const colors = [
  { name: 'Cloth', value: '#0b6650', use: 'The main color' },
  { name: 'Lamp', value: '#ffcb45', use: 'Light, never text on white' },
  { name: 'Ink', value: '#14201b', use: 'Text' },
  { name: 'Paper', value: '#f6f7f3', use: 'Ground' },
] as const

/** Downloads of the logo, and the brand's colors. */
export function BrandKit() {
  return (
    <>
      <p>
        Use the logo to point to {product.name}, not as your own. Leave room around it, and do not change its colors or
        its proportions.
      </p>
      <div className={styles.stage}>
        <div className={styles.light}>
          <Logo />
        </div>
        <div className={styles.dark}>
          <Logo />
        </div>
      </div>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.href}>
            <a href={file.href} download>
              <Download aria-hidden="true" /> {file.label} <span className={styles.kind}>{file.kind}</span>
            </a>
          </li>
        ))}
      </ul>
      <h3>Colors</h3>
      <ul className={styles.colors}>
        {colors.map((color) => (
          <li key={color.value}>
            <svg viewBox="0 0 100 60" preserveAspectRatio="none" aria-hidden="true">
              <rect width="100" height="60" fill={color.value} />
            </svg>
            <strong>{color.name}</strong>
            <code>{color.value}</code>
            <span>{color.use}</span>
          </li>
        ))}
      </ul>
      <h3>Typefaces</h3>
      <p>
        Newsreader for headings, Instrument Sans for everything else. Both are free under the SIL Open Font License.
      </p>
    </>
  )
}
