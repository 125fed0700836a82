import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  BALANCE_DELTA_GRID,
  DELTA_GRID,
  DELTA_TABS,
  INVENTORY_DELTA_GRID,
  NAV_DELTA_GRID,
  STATUS_GRID,
} from '~/components/navs/delta-columns'
import { DeltaView, type ShownDelta } from '~/components/navs/delta-view'
import { useNavBase } from '~/components/navs/use-nav-base'
import type { DeltaName } from '~/domain/navs/delta/contract'
import { deltaBases, deltaList, inventoryMissing } from '~/domain/navs/delta/delta-of-control.server'
import { navBaseOf } from '~/domain/navs/nav-base'
import { gridPage } from '~/http/grid-page'
import { type Guarded, guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { pageRead } from '~/http/page-answer'
import { Dialog } from '~/ui/dialog/dialog'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, navBaseOf(args.request.url).functionId)
  const { searchParams } = new URL(args.request.url)
  const tab = DELTA_TABS.find(({ list }) => list === args.params.tab)?.list
  if (!tab)
    throw data({ message: 'There is no such tab. Open the difference from its control.' }, { status: 404 })
  const controlId = idInPath(args.params.controlId)
  return pageRead(async () => {
    const { fundNavId, bases } = await deltaBases(guarded.read, controlId)
    const base = bases.find(({ against }) => against === searchParams.get('against')) ?? bases[0] ?? null
    const shown = base && (await shownDelta(guarded, args.request, tab, controlId, base.controlId))
    return { fundNavId, controlId, tab, bases, base, shown }
  })
}

async function shownDelta(
  guarded: Guarded,
  request: Request,
  tab: DeltaName,
  controlId: number,
  baseId: number,
): Promise<ShownDelta> {
  const source = { read: guarded.read, workers: guarded.services.workers }
  const list = <Name extends DeltaName>(name: Name) => deltaList(source, controlId, baseId, name)
  if (tab === 'nav')
    return { list: tab, grid: await gridPage(guarded, request, NAV_DELTA_GRID, DELTA_GRID, list(tab)) }
  if (tab === 'balance')
    return { list: tab, grid: await gridPage(guarded, request, BALANCE_DELTA_GRID, STATUS_GRID, list(tab)) }
  const [grid, missing] = await Promise.all([
    gridPage(guarded, request, INVENTORY_DELTA_GRID, STATUS_GRID, list(tab)),
    inventoryMissing(guarded.read, controlId, baseId),
  ])
  return { list: tab, grid, missing }
}

/** Popup "Difference with previous upload" with its three tabs. */
export default function Delta() {
  const view = useLoaderData<typeof loader>()
  const { path } = useNavBase()
  return (
    <Dialog title="Difference with previous upload" size="full" closeHref={`${path}/${view.fundNavId}`}>
      <DeltaView {...view} />
    </Dialog>
  )
}
