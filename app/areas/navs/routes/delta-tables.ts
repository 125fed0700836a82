import { data, type LoaderFunctionArgs } from '@remix-run/node'
import type { Guarded } from '~/http/guard'
import type { DeltaName } from '../delta/delta'
import { deltaBases, deltaList } from '../delta/delta.server'
import { DELTA_GRIDS } from '../delta/delta-columns'
import { DELTA_TABS } from '../delta/delta-view'

/** The list of a difference that an address selects, and what the control is compared with; null without any. */
export async function requestedDelta(
  { read, controlId }: Pick<Guarded, 'read'> & { controlId: number },
  { request, params }: LoaderFunctionArgs,
) {
  const tab = DELTA_TABS.find(({ list }) => list === params.tab)
  if (!tab)
    throw data({ message: 'There is no such tab. Open the difference from its control.' }, { status: 404 })
  const { fundNavId, bases } = await deltaBases(read, controlId)
  const against = new URL(request.url).searchParams.get('against')
  const base = bases.find((each) => each.against === against) ?? bases[0] ?? null
  return { tab, controlId, fundNavId, bases, base }
}

/** The three tables of the difference between two controls, for their grids and their files. */
export function deltaTables({ read, services }: Guarded, controlId: number, baseId: number) {
  const source = { read, workers: services.workers }
  const list = <Name extends DeltaName>(name: Name) => deltaList(source, controlId, baseId, name)
  return {
    nav: { ...DELTA_GRIDS.nav, list: list('nav') },
    balance: { ...DELTA_GRIDS.balance, list: list('balance') },
    inventory: { ...DELTA_GRIDS.inventory, list: list('inventory') },
  }
}
