import { exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { DomainError } from '~/platform/values/domain-error'
import { showNavDate } from '~/platform/values/show'
import { baseWords } from '../delta-view'
import { navFacts } from '../nav-facts.server'
import { askedDelta, deltaTables } from './delta-tables'
import { guardControl } from './guard-nav'

/** One list of the difference with a previous upload as a file: nav_delta, balance_delta, inventory_delta. */
export const loader = exportLoader(async (args) => {
  const { request, params } = args
  const guarded = await guardControl(args)
  const { tab, controlId, fundNavId, base } = await askedDelta(guarded, args)
  const asked = fileInPath(params.file, [`${tab.list}_delta`])
  if (!base)
    throw new DomainError(
      'not-found',
      'There is nothing to compare with: no upload before this one and no previous NAV.',
    )
  const nav = await navFacts(guarded.read, fundNavId)
  const against = baseWords(base, guarded.services.settings.timeZone)
  const title = `${tab.label} ${nav.fundCode} ${showNavDate(nav.navDate)} against ${against}`
  const file = <Row>(table: GridSource<Row>) => gridFile(guarded, request, asked, { title, ...table })
  const tables = deltaTables(guarded, controlId, base.controlId)
  if (tab.list === 'nav') return file(tables.nav)
  return tab.list === 'balance' ? file(tables.balance) : file(tables.inventory)
})
