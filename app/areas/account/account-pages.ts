/** The pages of one's own account. */
export const ACCOUNT_PAGES = [
  { href: '/account/password', label: 'Password' },
  { href: '/account/sessions', label: 'Sessions' },
  { href: '/account/substitutes', label: 'Substitutes' },
  { href: '/account/notices', label: 'Notices' },
  { href: '/account/tokens', label: 'Personal tokens' },
  { href: '/api/docs', label: 'API reference' },
  { href: '/appearance', label: 'Appearance' },
]
