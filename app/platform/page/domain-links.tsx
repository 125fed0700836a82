import type { MenuLink } from '~/areas/access/menu'
import { LinksRow } from '~/ui/links-row/links-row'

/** The row of links to the authorised functions of a page's domain. */
export function DomainLinks({ links }: { links: MenuLink[] }) {
  return <LinksRow label="Pages of this domain" links={links.map(({ label, to }) => ({ label, href: to }))} />
}
