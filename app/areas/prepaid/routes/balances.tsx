import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { MonthForm } from '~/platform/page/month-form'
import { DomainLinks } from '~/platform/page/use-site'
import { monthOf } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { keepMonth } from '~/ui/grid/keep-list'
import { Page } from '~/ui/page/page'
import { balanceTable, checkTable, monthOfAddress } from '../grid-sources'
import { PrepaidLinks } from '../prepaid-links'
import { Remaining } from '../remaining'

export const meta = () => [{ title: 'Prepaid expenses remaining · Fundesk' }]

export const shouldRevalidate = keepMonth

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'transactiondashboard')
  const { month, monthEnd, today } = monthOfAddress(guarded, args.request)
  const [balances, checks] = await Promise.all([
    balanceTable(guarded, monthEnd).then((table) => sourcePage(guarded, args.request, table)),
    checkTable(guarded, monthEnd).then((table) => sourcePage(guarded, args.request, table)),
  ])
  return {
    balances,
    checks,
    month,
    monthEnd,
    now: monthOf(today),
    links: domainLinks(guarded.actor, 'transactiondashboard'),
  }
}

const PATH = '/invoices/prepaid/balances'

/** What is left of prepaid expenses at the end of a month. */
export default function PrepaidRemaining() {
  const { balances, checks, month, monthEnd, now, links } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="Prepaid expenses remaining"
        aside={<span className="muted">at {showDay(monthEnd)}</span>}
        actions={<PrepaidLinks but={PATH} />}
      >
        <MonthForm path={PATH} month={month} now={now} />
        <Remaining path={PATH} balances={balances} checks={checks} />
      </Page>
    </>
  )
}
