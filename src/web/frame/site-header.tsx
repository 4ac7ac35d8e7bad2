import { Menu as MenuIcon, Palette, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { type HostTeam, offersSignUp } from '../../api/pages/site.ts'
import { displayName, type Viewer } from '../../api/pages/viewer.ts'
import { profileUrl } from '../../rules/deck-url.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Menu, type MenuGroup } from '../../ui/menu.tsx'
import { headerSignInPath } from '../data/return-path.ts'
import { useHostTeam, useSite, useViewer } from '../data/session-context.tsx'
import { TeamLogo } from '../features/team-logo/team-logo.tsx'
import { openFeedback } from './feedback.tsx'
import { headerMenu } from './header-menu.ts'
import { watchHeader } from './header-visibility.ts'
import { LinkMenu } from './link-menu.tsx'
import styles from './site-header.module.css'
import { useSignOut } from './use-sign-out.ts'
import { watchLinkMenus } from './watch-link-menus.ts'

/** On a team's host, the team's logo and name; they link to its home page. */
function TeamHomeLink({ team }: { team: HostTeam }) {
  return (
    <Link to="/" className={styles.home}>
      <TeamLogo name={team.name} logo={team.logo_url} size="s" />
      <span className={styles.team}>{team.name}</span>
      <span className="spoken-only">, home</span>
    </Link>
  )
}

/** The logo links to the home page; there it has a menu with the brand kit instead. */
function HomeLogo() {
  const { pathname } = useLocation()
  const { name, logo } = useSite()
  const team = useHostTeam()
  if (team) return <TeamHomeLink team={team} />
  if (pathname !== '/') {
    return (
      <Link to="/" className={styles.home} aria-label={`${name}, home`}>
        <Logo name={name} picture={logo} />
      </Link>
    )
  }
  const brand = { label: 'Brand kit', to: '/about#brand', icon: <Palette /> }
  const trigger = (
    <button type="button" className={styles.home} aria-label={`${name}, menu`}>
      <Logo name={name} picture={logo} />
    </button>
  )
  return <LinkMenu onHover align="start" trigger={trigger} groups={[[brand]]} />
}

function UserMenu({ viewer }: { viewer: Viewer }) {
  const site = useSite()
  const signOut = useSignOut()
  const groups: MenuGroup[] = headerMenu(viewer, site).map((entries, index) => ({
    title: index === 0 ? displayName(viewer) : undefined,
    entries,
  }))
  groups.push({
    entries: [
      { label: 'Contact us', to: '/contact', onSelect: () => openFeedback() },
      { label: 'Sign out', to: '/users/sign_out', reload: true, onSelect: signOut },
    ],
  })
  const trigger = (
    <button type="button" className={styles.user} aria-label={`Menu of ${displayName(viewer)}`}>
      <Avatar name={displayName(viewer)} picture={viewer.thumbnail_url} />
    </button>
  )
  return <Menu onHover trigger={trigger} groups={groups} />
}

function VisitorMenu({ signIn }: { signIn: string }) {
  const site = useSite()
  const entries = [
    { label: 'Explore', to: '/explore' },
    ...(site.billing ? [{ label: 'Pricing', to: '/pricing' }] : []),
    { label: 'Help', to: '/help' },
  ]
  const trigger = <IconButton label="Menu" icon={<MenuIcon />} tooltip={false} className={styles.small} />
  return <LinkMenu align="end" trigger={trigger} groups={[entries, [{ label: 'Sign in', to: signIn }]]} />
}

function ForVisitors() {
  const mayJoin = offersSignUp(useSite())
  const signIn = headerSignInPath(useLocation())
  return (
    <>
      <ButtonLink to={signIn} variant="quiet" className={mayJoin ? styles.large : undefined}>
        Sign in
      </ButtonLink>
      {mayJoin && (
        <ButtonLink to="/users/sign_up" variant="primary">
          Sign up
        </ButtonLink>
      )}
      <VisitorMenu signIn={signIn} />
    </>
  )
}

function ForUsers({ viewer }: { viewer: Viewer }) {
  return (
    <>
      <ButtonLink to={`${profileUrl(viewer.username)}/new`} reloadDocument variant="primary" icon={<Plus />}>
        New deck
      </ButtonLink>
      <UserMenu viewer={viewer} />
    </>
  )
}

/** The header of every page of the app: sticky, with a border once the page is scrolled. */
export function SiteHeader() {
  const viewer = useViewer()
  const site = useSite()
  const header = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!header.current) return
    const stops = [watchHeader(header.current), watchLinkMenus(header.current)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    <header ref={header} className={styles.header} data-site-header="">
      <div className={styles.inner}>
        <HomeLogo />
        <nav className={styles.nav} aria-label="Main">
          <NavLink to="/explore">Explore</NavLink>
          {site.billing && (!viewer || viewer.plan === 'free') && <NavLink to="/pricing">Pricing</NavLink>}
          {!viewer && <NavLink to="/help">Help</NavLink>}
        </nav>
        <div className={styles.actions}>{viewer ? <ForUsers viewer={viewer} /> : <ForVisitors />}</div>
      </div>
    </header>
  )
}
