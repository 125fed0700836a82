import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  BALANCE_DELTA_GRID,
  DELTA_GRID,
  DELTA_TABS,
  INVENTORY_DELTA_GRID,
  NAV_DELTA_GRID,
  STATUS_SORT,
} from '~/components/navs/delta-columns'
import { DeltaView } from '~/components/navs/delta-view'
import { deltaBases, deltaPage } from '~/domain/navs/delta/delta-of-control.server'
import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { pageRead } from '~/http/page-answer'
import { Dialog } from '~/ui/dialog/dialog'
import { parseGridQuery } from '~/ui/grid/query'

const GRIDS = {
  nav: [NAV_DELTA_GRID, DELTA_GRID],
  balance: [BALANCE_DELTA_GRID, STATUS_SORT],
  inventory: [INVENTORY_DELTA_GRID, STATUS_SORT],
} as const

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await guard(args, 'navctrl')
  const { searchParams } = new URL(args.request.url)
  const tab = DELTA_TABS.find(({ list }) => list === args.params.tab)?.list
  if (!tab)
    throw data({ message: 'There is no such tab. Open the difference from its control.' }, { status: 404 })
  const controlId = idInPath(args.params.controlId)
  const [columns, options] = GRIDS[tab]
  const parsed = parseGridQuery(searchParams, columns as Parameters<typeof parseGridQuery>[1], options)
  return pageRead(async () => {
    const { fundNavId, bases } = await deltaBases(read, controlId)
    const base = bases.find(({ against }) => against === searchParams.get('against')) ?? bases[0] ?? null
    const { workers } = services
    const page = base && (await deltaPage({ read, workers }, controlId, base.controlId, tab, parsed.query))
    return { fundNavId, controlId, tab, bases, base, page, parsed }
  })
}

/** Popup "Difference with previous upload" with its three tabs. */
export default function Delta() {
  const view = useLoaderData<typeof loader>()
  return (
    <Dialog title="Difference with previous upload" size="full" closeHref={`/nav-controls/${view.fundNavId}`}>
      <DeltaView {...view} />
    </Dialog>
  )
}
