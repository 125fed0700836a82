import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed, isAmong } from '~/areas/access/actor'
import { sameSearch } from '~/http/address'
import { type Guarded, guard } from '~/http/guard'
import { handleIntents, type PageForms, pageForm, pageRead, redirectWithStatus } from '~/http/page-answer'
import { showIban, showMonth } from '~/platform/values/show'
import { Drawer } from '~/ui/drawer/drawer'
import { useDone, useNeighbours } from '~/ui/drawer/use-neighbours'
import { shouldReloadBelowPopup } from '~/ui/open-close/close-link'
import { type MonthKey, monthKeyOf } from '../bank-months/bank-month'
import { closeMonth, NOT_CLOSED, NOT_REOPENED, reopenMonth } from '../bank-months/close-month.server'
import { MonthBadge } from '../bank-months/list'
import { MonthSections } from '../bank-months/month-sections'
import { bankMonthOf, monthKeyIn } from '../bank-months/read-months.server'
import { CloseMonthFields, ReopenMonthFields } from '../forms'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'bankinbox')
  const { actor, services } = guarded
  return pageRead(async () => {
    const { row, hindrances, closedById } = await bankMonthOf(guarded, monthKeyIn(args.params.monthKey))
    return {
      row,
      hindrances,
      isTreasurer: actor.queues.includes('PAYMENT') && isAllowed(actor, 'bankinbox', 'update'),
      isCloser: closedById !== null && isAmong(actor, new Set([closedById])),
      idempotencyKey: services.ids.uuid(),
    }
  })
}

interface MonthPage {
  guarded: Guarded
  request: Request
  key: MonthKey
}

/** The page that follows: the drawer closes. */
const done = ({ guarded, request, key }: MonthPage, line: string) =>
  redirectWithStatus(
    guarded,
    `/bank-inbox/months/${encodeURIComponent(monthKeyOf(key))}${sameSearch(request, { done: 1 })}`,
    line,
  )

const close = pageForm({
  title: NOT_CLOSED,
  fields: CloseMonthFields,
  async answer(page: MonthPage, { closingSeen }) {
    const { guarded, key } = page
    return done(page, await guarded.transaction((context) => closeMonth(context, { key, closingSeen })))
  },
})

const reopen = pageForm({
  title: NOT_REOPENED,
  fields: ReopenMonthFields,
  async answer(page: MonthPage, { comment }) {
    const { guarded, key } = page
    return done(page, await guarded.transaction((context) => reopenMonth(context, { key, comment })))
  },
})

const MONTH_FORMS: PageForms<MonthPage> = { close, reopen }

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'bankinbox', 'update')
  const key = await pageRead(async () => monthKeyIn(args.params.monthKey))
  return handleIntents(args, MONTH_FORMS, { guarded, request: args.request, key })
}

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loader>> }) => [
  { title: data ? `${showMonth(data.row.month_end)} of ${showIban(data.row.account)} · Fundesk` : 'Fundesk' },
]

export const shouldRevalidate = shouldReloadBelowPopup

/** A month of an account next to the list. */
export default function MonthOfAccount() {
  const { row, ...page } = useLoaderData<typeof loader>()
  return (
    <Drawer
      {...useDone('/bank-inbox/months')}
      {...useNeighbours('areas/payments/routes/months', '/bank-inbox/months', row.id)}
      badge={<MonthBadge state={row.state} />}
      title={`${showMonth(row.month_end)}, ${showIban(row.account)} ${row.currency}`}
    >
      <MonthSections row={row} {...page} refused={useActionData<typeof action>()} />
    </Drawer>
  )
}
