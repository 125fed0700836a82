import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { Guarded } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { sourcePage } from '~/platform/grids/grid-source'
import { Dialog } from '~/ui/dialog/dialog'
import type { DeltaName } from '../delta/delta'
import { inventoryMissing } from '../delta/delta.server'
import { DeltaView, type ShownDelta } from '../delta/delta-view'
import { deltaTables, requestedDelta } from '../grid-sources'
import { useNavBase } from '../use-nav-base'
import { guardControl } from './guard-nav'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardControl(args)
  return pageRead(async () => {
    const { tab, ...requested } = await requestedDelta(guarded, args)
    const { base, controlId } = requested
    const shown = base && (await shownDelta(guarded, args.request, tab.list, controlId, base.controlId))
    return { ...requested, tab: tab.list, shown }
  })
}

async function shownDelta(
  guarded: Guarded,
  request: Request,
  tab: DeltaName,
  controlId: number,
  baseId: number,
): Promise<ShownDelta> {
  const tables = deltaTables(guarded, controlId, baseId)
  if (tab === 'nav') return { list: tab, grid: await sourcePage(guarded, request, tables.nav) }
  if (tab === 'balance') return { list: tab, grid: await sourcePage(guarded, request, tables.balance) }
  const [grid, missing] = await Promise.all([
    sourcePage(guarded, request, tables.inventory),
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
