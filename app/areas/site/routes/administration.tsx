import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { ADMINISTRATION, administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { countToDecide } from '~/platform/approvals/pending-changes.server'
import { DomainLinks } from '~/platform/page/use-site'
import { counted } from '~/platform/values/show'
import { keysOf } from '~/platform/workflow/signing.server'
import { SLIDERS_ICON } from '~/ui/icon/frame-icons'
import { Icon } from '~/ui/icon/icon'
import {
  FILE_ICON,
  FLOW_ICON,
  KEY_ICON,
  LIST_ICON,
  PULSE_ICON,
  SECOND_PERSON_ICON,
  TRAIL_ICON,
  UPLOAD_ICON,
  USERS_ICON,
} from '~/ui/icon/icons'
import { Page, PageSection } from '~/ui/page/page'
import { administrationCards, type CardFacts } from '../administration/cards.server'
import { firstSteps } from '../administration/first-steps.server'
import { FirstSteps } from '../administration/first-steps-view'

export const meta = () => [{ title: 'Administration · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { settings, running, clock, realTime = clock } = guarded.services
  const [cards, steps, toDecide] = await Promise.all([
    administrationCards(guarded, {
      version: running?.version,
      backupFolder: settings.backupFolder,
      realNow: realTime(),
      keys: keysOf(settings),
    }),
    firstSteps(guarded),
    countToDecide(guarded.read, guarded.actor),
  ])
  return { links: administrationLinks(guarded.actor), cards, steps, toDecide }
}

const ICONS: Readonly<Record<string, string>> = {
  '/admin/users': USERS_ICON,
  '/admin/authorisations': KEY_ICON,
  '/admin/substitutes': USERS_ICON,
  '/admin/changes': SECOND_PERSON_ICON,
  '/admin/import': UPLOAD_ICON,
  '/admin/lookups': LIST_ICON,
  '/admin/formats': FILE_ICON,
  '/admin/tolerances': SLIDERS_ICON,
  '/admin/nav-errors': SLIDERS_ICON,
  '/admin/workflows': FLOW_ICON,
  '/admin/audit': TRAIL_ICON,
  '/admin/system': PULSE_ICON,
}

const GROUPS = [...new Set(ADMINISTRATION.map(({ group }) => group))]

export default function Administration() {
  const { links, cards, steps, toDecide } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <Page title="Administration">
        {toDecide > 0 && (
          <PageSection>
            <div className="note note--news">
              <Icon path={SECOND_PERSON_ICON} />
              {counted(toDecide, 'change')} pending your approval
              <Link to="/admin/changes">Review</Link>
            </div>
          </PageSection>
        )}
        <FirstSteps steps={steps} />
        {GROUPS.map((title) => (
          <PageSection key={title} title={title}>
            <ul className="cards">
              {ADMINISTRATION.filter(({ group }) => group === title).map((page) => (
                <Card key={page.to} {...page} facts={cards[page.to] ?? {}} />
              ))}
            </ul>
          </PageSection>
        ))}
      </Page>
    </>
  )
}

function Card({
  to,
  label,
  about,
  facts: { count, waits, ...facts },
}: (typeof ADMINISTRATION)[number] & { facts: CardFacts }) {
  return (
    <li className="card">
      <Icon path={ICONS[to] ?? ''} />
      <Link className="card__link" to={to}>
        {label}
      </Link>
      {count !== undefined && <span className="card__count">{count}</span>}
      <p className="card__about">
        {facts.about ?? about}
        {waits && (
          <>
            , <b>{waits}</b>
          </>
        )}
      </p>
    </li>
  )
}
