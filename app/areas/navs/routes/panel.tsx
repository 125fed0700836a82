import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData, useLocation, useRouteLoaderData } from '@remix-run/react'
import { idInPath, sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { showNavDate } from '~/platform/values/show'
import { instanceById } from '~/platform/workflow/instance.server'
import { Badge } from '~/ui/badge/badge'
import { Drawer } from '~/ui/drawer/drawer'
import { neighboursOf, useDone } from '~/ui/drawer/use-neighbours'
import { keepBelow } from '~/ui/open-close/close-link'
import { Tabs } from '~/ui/tabs/tabs'
import { ReasonFields, StepFields } from '../forms'
import type { NavRow } from '../list.server'
import { type NavFacts, navBaseOf } from '../nav'
import { navFacts } from '../nav-facts.server'
import { changeReason } from '../override-rule.server'
import { useNavBase } from '../use-nav-base'
import { takeNavStep } from '../workflow.server'
import { guardNav } from './guard-nav'

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await guardNav(args)
  const fundNavId = idInPath(args.params.fundNavId)
  const [nav, instance] = await pageRead(() =>
    Promise.all([navFacts(read, fundNavId), instanceById(read, fundNavId)]),
  )
  return { nav, instance }
}

/** The forms of the tab "NAV Validation": its route adds nothing to the address, so their posts arrive here. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guardNav(args, 'update')
  const { actor, transaction, services } = guarded
  const fundNavId = idInPath(args.params.fundNavId)
  const here = `${navBaseOf(args.request.url).path}/${fundNavId}`
  return formAnswer(
    args,
    async (typed) => {
      if (typed.intent === 'reason') {
        const input = parseFields(typed, ReasonFields, 'Error updating reason.')
        await transaction((tx) => changeReason(tx, actor, input, services.clock()))
        const search = sameSearch(args.request, { control: input.controlId })
        return redirectWithStatus(guarded, here + search, 'Reason of the control changed')
      }
      const { eventLog, ...input } = parseFields(typed, StepFields, 'Workflow cannot move to next step.')
      const done = await transaction((tx) =>
        takeNavStep(tx, actor, { ...input, fundNavId, comment: eventLog }, services.clock()),
      )
      return redirectWithStatus(guarded, here + sameSearch(args.request, { done: 1 }), done)
    },
    ({ intent }) => (intent === 'reason' ? 'Error updating reason.' : 'Workflow cannot move to next step.'),
  )
}

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: data ? `${nameOf(data.nav)} · Fundesk` : 'Fundesk' },
]

const nameOf = ({ fundCode, navDate }: NavFacts) => `${fundCode} ${showNavDate(navDate)}`

export const shouldRevalidate = keepBelow

/** Tabs beside "NAV Validation", as their addresses end. */
const TABS = ['checks', 'kpi', 'reports']

/** One NAV beside the list: badge, fund code and NAV date, and its tabs. */
export default function NavPanel() {
  const { nav, instance } = useLoaderData<typeof loader>()
  const { pathname } = useLocation()
  const { path, heading } = useNavBase()
  const base = `${path}/${nav.id}`
  const neighbours = useNavNeighbours(nav.id, path)
  return (
    <Drawer
      wide
      {...useDone(path)}
      {...neighbours}
      badge={<Badge kind={instance.class} status={instance.status} queue={instance.queue} />}
      title={heading === null ? nameOf(nav) : `${heading} ${nameOf(nav)}`}
    >
      <Tabs
        label={`NAV ${nav.fundCode}`}
        current={TABS.find((tab) => pathname === `${base}/${tab}`) ?? 'validation'}
        tabs={[
          { id: 'validation', href: base, label: 'NAV Validation' },
          { id: 'checks', href: `${base}/checks`, label: 'NAV Checks Audit' },
          { id: 'kpi', href: `${base}/kpi`, label: 'KPI comments' },
          { id: 'reports', href: `${base}/reports`, label: 'Reports' },
        ]}
      />
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
