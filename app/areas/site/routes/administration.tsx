import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { ADMINISTRATION, domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { DomainLinks } from '~/platform/page/use-site'
import { shownCount } from '~/ui/grid/query'
import { Icon } from '~/ui/icon/icon'
import {
  FLOW_ICON,
  KEY_ICON,
  LIST_ICON,
  PULSE_ICON,
  SECOND_PERSON_ICON,
  SLIDERS_ICON,
  TRAIL_ICON,
  UPLOAD_ICON,
  USERS_ICON,
} from '~/ui/icon/icons'
import { Note } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import { administrationCounts } from '../administration-counts.server'

export const meta = () => [{ title: 'Administration · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await guard(args, 'administration')
  return { links: domainLinks(actor, 'administration'), counts: await administrationCounts(read) }
}

/** The pages of Administration in the order of the cards, and their icons. */
const GROUPS: readonly { title: string; icons: Readonly<Record<string, string>> }[] = [
  {
    title: 'People',
    icons: {
      '/admin/users': USERS_ICON,
      '/admin/authorisations': KEY_ICON,
      '/admin/changes': SECOND_PERSON_ICON,
    },
  },
  { title: 'Reference data', icons: { '/admin/import': UPLOAD_ICON, '/admin/lookups': LIST_ICON } },
  {
    title: 'Rules and workflows',
    icons: {
      '/admin/tolerances': SLIDERS_ICON,
      '/admin/nav-errors': SLIDERS_ICON,
      '/admin/workflows': FLOW_ICON,
    },
  },
  { title: 'Oversight', icons: { '/admin/audit': TRAIL_ICON, '/admin/system': PULSE_ICON } },
]

export default function Administration() {
  const { links, counts } = useLoaderData<typeof loader>()
  const waiting = counts['/admin/changes'] ?? 0
  return (
    <>
      <DomainLinks links={links} />
      <Page title="Administration">
        {waiting > 0 && (
          <PageSection>
            <Note>
              {waiting === 1
                ? '1 change is pending second approval.'
                : `${shownCount(waiting)} changes are pending second approval.`}{' '}
              <Link to="/admin/changes">Review</Link>
            </Note>
          </PageSection>
        )}
        {GROUPS.map(({ title, icons }) => (
          <PageSection key={title} title={title}>
            <ul className="cards">
              {Object.entries(icons).map(([to, icon]) => (
                <Card key={to} to={to} icon={icon} count={counts[to]} />
              ))}
            </ul>
          </PageSection>
        ))}
      </Page>
    </>
  )
}

function Card({ to, icon, count }: { to: string; icon: string; count: number | undefined }) {
  const page = ADMINISTRATION.find((one) => one.to === to)
  return (
    <li className="card">
      <Icon path={icon} />
      <Link className="card__link" to={to}>
        {page?.label}
      </Link>
      {count !== undefined && <span className="card__count">{shownCount(count)}</span>}
      <p className="card__about">{page?.about}</p>
    </li>
  )
}
