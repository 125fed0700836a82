import type { Menu } from '~/areas/access/menu'

/** Letter after `g` by path: product decisions, section 8. */
const LETTERS: Record<string, string> = {
  '/drafts': 'd',
  '/invoices': 'i',
  '/budgets': 'b',
  '/bank-accounts': 'k',
  '/nav-controls': 'n',
  '/production': 'p',
  '/processes': 'o',
  '/admin': 'a',
}

/** The pages of the menus that `g` and a letter go to; home for everyone. */
export function pageShortcuts(menus: Menu[]): { letter: string; label: string; href: string }[] {
  const pages = menus.flatMap(({ links }) => links)
  return [
    { letter: 'h', label: 'Home', href: '/' },
    ...pages.flatMap(({ label, to }) => {
      const letter = LETTERS[to]
      return letter === undefined ? [] : [{ letter, label, href: to }]
    }),
  ]
}
