import type { Read } from 'db/database'
import { z } from 'zod'
import { aDay, aNumber, anId, anInstant, rowOf } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { callQuery, kindsOf, plainFields } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'
import { DomainError } from '~/platform/values/domain-error'
import { NAV_READERS } from '../nav'
import { navFacts } from '../nav-facts.server'
import { type DeltaBase, deltaBases, deltaList } from './delta.server'
import { DELTA_GRIDS } from './delta-columns'

/** The columns of the three lists, by the name that precedes their parameters. */
export const DELTA_LISTS = {
  nav: kindsOf(DELTA_GRIDS.nav.columns),
  inventory: kindsOf(DELTA_GRIDS.inventory.columns),
  balance: kindsOf(DELTA_GRIDS.balance.columns),
}
export type DeltaList = keyof typeof DELTA_LISTS

export const anAgainst = z.enum(['upload', 'nav'])

/** Delta rows of the specification, section 3; the first element of each array has them. */
export const aDelta = z
  .object({
    controlId: anId,
    against: anAgainst,
    previous: z.object({ against: anAgainst, controlId: anId, navDate: aDay, submittedAt: anInstant }),
    nav: z.tuple([z.array(rowOf(DELTA_LISTS.nav, {}).meta({ id: 'NavDelta' }))]),
    inventory: z.tuple([z.array(rowOf(DELTA_LISTS.inventory, {}).meta({ id: 'InventoryDelta' }))]),
    balance: z.tuple([z.array(rowOf(DELTA_LISTS.balance, {}).meta({ id: 'BalanceDelta' }))]),
    totalElementCount: z.object({ nav: aNumber, inventory: aNumber, balance: aNumber }),
  })
  .meta({ id: 'Delta' })

async function controlOf(read: Read, id: number): Promise<number> {
  try {
    const { currentControlId } = await navFacts(read, id)
    if (currentControlId === null)
      throw new DomainError(
        'refused',
        'This NAV has no control yet: there is nothing to compare. Run one first.',
      )
    return currentControlId
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not-found') return id
    throw error
  }
}

function baseOf(bases: readonly DeltaBase[], against: string | null): DeltaBase {
  if (against !== null && against !== 'upload' && against !== 'nav')
    throw new DomainError('invalid', 'Compare against "upload" or "nav".', {
      fields: { against: 'Choose "upload" or "nav"' },
    })
  const base = against === null ? bases[0] : bases.find((each) => each.against === against)
  if (!base)
    throw new DomainError(
      'not-found',
      `There is no ${against === 'nav' ? 'previous NAV' : against === 'upload' ? 'earlier upload of this NAV' : 'earlier upload or NAV'} to compare this control with.`,
    )
  return base
}

export const deltaCalls: EndpointTable = {
  about: 'navs',
  calls: {
    /**
     * GET dashboard/diff_prv/{id}: what changed since the previous upload (`against=upload`) or the previous NAV
     * (`against=nav`); the id is that of a control, or of a NAV for its current one. The first element of each array
     * has the rows. Each list has its own grammar: `nav.sort`, `balance.filter.status`, `inventory.page`.
     */
    'dashboard/diff_prv/:id': {
      GET: {
        may: [NAV_READERS],
        summary:
          'The changes of a control, or of the current control of a NAV, since the previous upload or NAV.',
        query: z.object({ against: anAgainst.optional() }),
        lists: DELTA_LISTS,
        answers: { 200: aDelta },
        async answer({ read, services: { workers } }, { request, params }) {
          const controlId = await controlOf(read, idOf(params.id, 'control'))
          const { bases } = await deltaBases(read, controlId)
          const base = baseOf(bases, new URL(request.url).searchParams.get('against'))
          const page = (list: DeltaList) => {
            const query = callQuery(request, plainFields(DELTA_GRIDS[list].columns), { prefix: list })
            return deltaList({ read, workers }, controlId, base.controlId, list).page(query)
          }
          // One at a time, as all requests share the threads.
          const nav = await page('nav')
          const inventory = await page('inventory')
          const balance = await page('balance')
          return {
            controlId,
            against: base.against,
            previous: base,
            nav: [nav.rows],
            inventory: [inventory.rows],
            balance: [balance.rows],
            totalElementCount: { nav: nav.total, inventory: inventory.total, balance: balance.total },
          }
        },
      },
    },
  },
}
