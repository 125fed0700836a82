import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData, useLocation, useRouteLoaderData } from '@remix-run/react'
import { isAllowed, stepTaker } from '~/areas/access/actor'
import { idInPath, sameSearch } from '~/http/address'
import type { Guarded } from '~/http/guard'
import { handleIntents, type PageForms, pageForm, pageRead, redirectWithStatus } from '~/http/page-answer'
import { unprovenOf } from '~/http/unproven'
import { STEP_REFUSED, takeStep } from '~/platform/objects/take-step.server'
import { UnprovenBanner } from '~/platform/page/unproven-banner'
import { showNavDate } from '~/platform/values/show'
import { StateBadge } from '~/platform/workflow/state-badge'
import { Badge } from '~/ui/badge/badge'
import { Drawer } from '~/ui/drawer/drawer'
import { neighboursOf, useDone } from '~/ui/drawer/use-neighbours'
import { shouldReloadBelowPopup } from '~/ui/open-close/close-link'
import { Tabs } from '~/ui/tabs/tabs'
import { changeReasonWithKey } from '../control/override-rule.server'
import type { NavRow } from '../fields.server'
import { ReasonFields, StepFields } from '../forms'
import {
  isReopenedNav,
  mayChangeFigures,
  type NavFacts,
  navBaseOf,
  newErrorLink,
  PREPARING,
  readOnlyReason,
} from '../nav'
import { casesOfNav, navErrorOf, restsOnErrors } from '../nav-errors.server'
import { NavNotes } from '../nav-headline'
import { shownNav } from '../nav-view.server'
import { useNavBase } from '../use-nav-base'
import { navWorkflow } from '../workflow.server'
import { guardNav } from './guard-nav'
import { requestedControl } from './nav-tables'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardNav(args)
  const { actor, read } = guarded
  const fundNavId = idInPath(args.params.fundNavId)
  const { nav, instance } = await pageRead(() => shownNav(guarded, fundNavId))
  const [error, restsOn, unproven] = await Promise.all([
    navErrorOf(read, nav),
    restsOnErrors(read, nav),
    unprovenOf(guarded, {
      kind: 'nav',
      id: fundNavId,
      controlId: requestedControl(args.request) ?? nav.currentControlId,
    }),
  ])
  const openError = isAllowed(actor, 'errors', 'add') ? newErrorLink(nav, instance) : null
  const cases = isAllowed(actor, 'errors') ? await casesOfNav(read, nav) : []
  const waits = instance.queue === PREPARING && isReopenedNav(nav, instance)
  const isOwn = readOnlyReason(instance, stepTaker(actor), mayChangeFigures(actor)) === null
  const reopened = waits ? { round: instance.round, isOwn } : null
  return { nav, instance, unproven, notes: { reopened, error, restsOn, cases, openError } }
}

interface ValidationPage {
  guarded: Guarded
  request: Request
  fundNavId: number
}

const hereOf = ({ request, fundNavId }: ValidationPage) => `${navBaseOf(request.url).path}/${fundNavId}`

const reason = pageForm({
  title: 'Error updating reason.',
  fields: ReasonFields,
  async answer(page: ValidationPage, change) {
    const { transaction } = page.guarded
    await transaction((context) => changeReasonWithKey(context, change))
    const search = sameSearch(page.request, { control: change.controlId })
    return redirectWithStatus(page.guarded, hereOf(page) + search, 'Reason of the control changed')
  },
})

const step = pageForm({
  title: STEP_REFUSED,
  fields: StepFields,
  async answer(page: ValidationPage, { eventLog, stepId, ...chosen }) {
    const { transaction } = page.guarded
    const input = { ...chosen, comment: eventLog }
    const done = await transaction((context) => takeStep(context, navWorkflow, page.fundNavId, stepId, input))
    return redirectWithStatus(page.guarded, hereOf(page) + sameSearch(page.request, { done: 1 }), done)
  },
})

const FORMS: PageForms<ValidationPage> = { step, reason }

/** The forms of the tab "NAV Validation": its route adds nothing to the address, so their posts arrive here. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guardNav(args, 'update')
  const fundNavId = idInPath(args.params.fundNavId)
  return handleIntents(args, FORMS, { guarded, request: args.request, fundNavId })
}

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: data ? `${nameOf(data.nav)} · ${data.nav.fundName} · Fundesk` : 'Fundesk' },
]

const nameOf = ({ fundCode, navDate }: NavFacts) => `${fundCode} ${showNavDate(navDate)}`

export const shouldRevalidate = shouldReloadBelowPopup

/** Tabs next to "NAV Validation", as their addresses end. */
const TABS = ['checks', 'kpi', 'reports', 'over-time']

/** One NAV next to the list: badge, fund code and NAV date, and its tabs. */
export default function NavPanel() {
  const { nav, instance, unproven, notes } = useLoaderData<typeof loader>()
  const { pathname } = useLocation()
  const { path, heading } = useNavBase()
  const base = `${path}/${nav.id}`
  const neighbours = useNavNeighbours(nav.id, path)
  return (
    <Drawer
      {...useDone(path)}
      {...neighbours}
      badge={
        <>
          <StateBadge state={instance} />
          {notes.restsOn.length > 0 && <Badge kind="warning" status="Rests on a NAV error" />}
        </>
      }
      title={heading === null ? nameOf(nav) : `${heading} ${nameOf(nav)}`}
      name={nav.fundName}
    >
      <UnprovenBanner tables={unproven} />
      <Tabs
        label={`NAV ${nav.fundCode}`}
        current={TABS.find((tab) => pathname === `${base}/${tab}`) ?? 'validation'}
        tabs={[
          { id: 'validation', href: base, label: 'NAV Validation' },
          { id: 'checks', href: `${base}/checks`, label: 'NAV Checks Audit' },
          { id: 'kpi', href: `${base}/kpi`, label: 'KPI comments' },
          { id: 'reports', href: `${base}/reports`, label: 'Reports' },
          { id: 'over-time', href: `${base}/over-time`, label: 'Over time' },
        ]}
      />
      <NavNotes {...notes} />
      <Outlet context={useActionData<typeof action>()} />
    </Drawer>
  )
}

/** Addresses of the NAVs before and after this one on the list's page; none when it is not on it. */
function useNavNeighbours(id: number, path: string) {
  const navs = useRouteLoaderData('areas/navs/routes/list') as { grid: { rows: NavRow[] } } | undefined
  const production = useRouteLoaderData('areas/production/routes/list') as
    | { grid: { rows: { current_nav_id: number | null }[] } }
    | undefined
  const ids = [
    ...(navs?.grid.rows ?? []).map(({ fundnavid }) => fundnavid),
    ...(production?.grid.rows ?? []).flatMap(({ current_nav_id }) => current_nav_id ?? []),
  ]
  return neighboursOf(ids, id, (other) => `${path}/${other}`)
}
