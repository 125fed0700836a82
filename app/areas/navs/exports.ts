import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { pendingTable } from '~/platform/approvals/routes/waiting-changes'
import { eventTable } from '~/platform/grids/event-table'
import { type ExportTable, exportLoader, fileInPath, gridFile, listFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { tableSource } from '~/platform/tables/routes/table-answer'
import { DomainError } from '~/platform/values/domain-error'
import { showNavDate } from '~/platform/values/show'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { navChecks } from './checks.server'
import { controlsOf, selectedControl } from './control/controls-of.server'
import { ruleResultsOf } from './control/rule-results.server'
import { baseWords } from './delta/delta-view'
import { navBreaks } from './matching/breaks.server'
import { navFacts } from './nav-facts.server'
import { deltaTables, requestedDelta } from './routes/delta-tables'
import { guardControl, guardNav } from './routes/guard-nav'
import {
  breakTable,
  checkTable,
  controlTable,
  elementTable,
  navTable,
  requestedControl,
  requestedRound,
  ruleTable,
} from './routes/nav-tables'
import { TOLERANCE_KINDS, tolerancesToday, WAITING_TOLERANCES } from './routes/tolerance-tables'

const FILES = ['controls', 'rule_checks', 'workflow', 'nav_elements', 'navchecks', 'matching_breaks'] as const

/** The tables of one NAV as files: rule_checks of the control that is looked at, navchecks of the round. */
const navFiles = exportLoader(async (args) => {
  const { request, params } = args
  const guarded = await guardNav(args)
  const { read, services } = guarded
  const { timeZone } = services.settings
  const asked = fileInPath(params.file, FILES)
  const nav = await navFacts(read, idInPath(params.fundNavId))
  const { round } = await instanceById(read, nav.id)
  const file = <Row>(title: string, table: GridSource<Row>) =>
    gridFile(guarded, request, asked, {
      title: `${title} ${nav.fundCode} ${showNavDate(nav.navDate)}`,
      ...table,
    })
  switch (asked.name) {
    case 'nav_elements':
      return file('NAV elements', elementTable(read, nav.id))
    case 'workflow':
      return file('Workflow', eventTable(await historyOf(read, nav.id), timeZone, round))
    case 'navchecks': {
      const checks = await navChecks(read, nav.id, requestedRound(request, round))
      return file('NAV checks', checkTable(checks, timeZone))
    }
    case 'matching_breaks':
      return file('Matching breaks', breakTable(await navBreaks(read, nav), timeZone))
    case 'controls':
      return file('Controls', controlTable(await controlsOf(read, nav.id), timeZone))
    case 'rule_checks': {
      const controls = await controlsOf(read, nav.id)
      const control = selectedControl(controls, requestedControl(request), nav.currentControlId)
      const results = control ? await ruleResultsOf(read, control.id) : []
      return file('Rule results', ruleTable(results, timeZone))
    }
  }
})

/** One list of the difference with a previous upload as a file: nav_delta, balance_delta, inventory_delta. */
const deltaFiles = exportLoader(async (args) => {
  const { request, params } = args
  const guarded = await guardControl(args)
  const { tab, controlId, fundNavId, base } = await requestedDelta(guarded, args)
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

export const navExports: ExportTable = {
  /** navs.xlsx, .csv or .pdf: all NAVs that the list's address selects. */
  'nav-controls/export/:file': listFile('navctrl', 'navs', 'NAVs', navTable),
  /** tolerances.xlsx, .csv or .pdf, and the changes of them that wait. */
  'admin/tolerances/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'administration')
    const { request } = args
    const file = fileInPath(args.params.file, ['tolerances', 'pending_changes'])
    if (file.name === 'pending_changes')
      return gridFile(guarded, request, file, {
        title: 'Pending changes of rule tolerances',
        ...pendingTable(guarded, TOLERANCE_KINDS, WAITING_TOLERANCES),
      })
    const { source } = await tableSource(guarded, tolerancesToday(guarded))
    return gridFile(guarded, request, file, { title: 'Rule tolerances', ...source })
  }),
  'nav-controls/:fundNavId/export/:file': navFiles,
  'production/:fundNavId/export/:file': navFiles,
  'nav-controls/:fundNavId/controls/:controlId/delta/:tab/export/:file': deltaFiles,
  'production/:fundNavId/controls/:controlId/delta/:tab/export/:file': deltaFiles,
}
