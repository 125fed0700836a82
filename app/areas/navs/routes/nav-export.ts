import { idInPath } from '~/http/ids-in-path'
import { eventTable } from '~/platform/grids/event-table'
import { exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import { showNavDate } from '~/platform/values/show'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { navChecks } from '../checks.server'
import { controlsOf, selectedControl } from '../controls-of.server'
import { navFacts } from '../nav-facts.server'
import { ruleResultsOf } from '../rule-results.server'
import { guardNav } from './guard-nav'
import { askedControl, askedRound, checkTable, controlTable, elementTable, ruleTable } from './nav-tables'

const FILES = ['controls', 'rule_checks', 'workflow', 'nav_elements', 'navchecks'] as const

/** The tables of one NAV as files: rule_checks of the control that is looked at, navchecks of the round. */
export const loader = exportLoader(async (args) => {
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
      const checks = await navChecks(read, nav.id, askedRound(request, round))
      return file('NAV checks', checkTable(checks, timeZone))
    }
    case 'controls':
      return file('Controls', controlTable(await controlsOf(read, nav.id), timeZone))
    case 'rule_checks': {
      const controls = await controlsOf(read, nav.id)
      const control = selectedControl(controls, askedControl(request), nav.currentControlId)
      const results = control ? await ruleResultsOf(read, control.id) : []
      return file('Rule results', ruleTable(results, timeZone))
    }
  }
})
