import { LinksRow } from '~/ui/links-row/links-row'

const PAGES = [
  { href: '/account/password', label: 'Password' },
  { href: '/account/sessions', label: 'Sessions' },
  { href: '/account/notices', label: 'Notices' },
  { href: '/account/tokens', label: 'Personal tokens' },
  { href: '/api/docs', label: 'The calls' },
  { href: '/appearance', label: 'Appearance' },
]

/** The row of links to the pages of one's own account. */
export function AccountLinks() {
  return <LinksRow label="Pages of your account" links={PAGES} />
}
