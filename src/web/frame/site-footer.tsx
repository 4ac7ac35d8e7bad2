import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { product } from '../../rules/product.ts'
import { type ColorScheme, colorScheme, setColorScheme } from '../../ui/color-scheme.ts'
import { Logo } from '../../ui/logo.tsx'
import { useSite } from '../data/session-context.tsx'
import styles from './site-footer.module.css'

interface Column {
  readonly title: string
  readonly links: readonly { readonly label: string; readonly to: string }[]
}

function columns(billing: boolean): readonly Column[] {
  return [
    {
      title: 'Product',
      links: [
        { label: 'Explore', to: '/explore' },
        ...(billing ? [{ label: 'Pricing', to: '/pricing' }] : []),
        { label: 'Changelog', to: '/changelog' },
      ],
    },
    {
      title: 'Help',
      links: [
        { label: 'Help', to: '/help' },
        { label: 'Contact us', to: '/contact' },
      ],
    },
    {
      title: 'About',
      links: [
        { label: `About ${product.name}`, to: '/about' },
        { label: 'Brand kit', to: '/about#brand' },
        { label: 'Terms', to: '/terms' },
        { label: 'Privacy', to: '/privacy' },
      ],
    },
  ]
}

const schemes: readonly { readonly value: ColorScheme; readonly label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function SchemeChoice() {
  const [scheme, setScheme] = useState<ColorScheme>('system')
  useEffect(() => setScheme(colorScheme()), [])
  return (
    <fieldset className={styles.schemes}>
      <legend className="spoken-only">Colors</legend>
      {schemes.map(({ value, label }) => (
        <label key={value} className={styles.scheme}>
          <input
            type="radio"
            name="color-scheme"
            value={value}
            checked={scheme === value}
            onChange={() => {
              setScheme(value)
              setColorScheme(value)
            }}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** The footer of every page of the app. */
export function SiteFooter() {
  const site = useSite()
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.brand}>
          <Logo />
          <p>{product.tagline}.</p>
          <SchemeChoice />
        </div>
        {columns(site.billing).map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <h2 className={styles.title}>{column.title}</h2>
            <ul className={styles.links}>
              {column.links.map((link) => (
                <li key={link.to}>
                  <Link to={link.to}>{link.label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  )
}
