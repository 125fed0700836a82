import type { Chapter, FigureKey } from './definitions'
import { daysOfPeriod, type OversightPeriod } from './period'
import type { OversightScope } from './report'

const METHODS: Partial<Record<FigureKey, string>> = {
  timeliness: 'NAV on time',
  administratorTimeliness: 'NAV on time',
  unexplainedDelays: 'NAV on time',
  firstTimeRight: 'First time right',
}

/** The address of the list behind a figure. */
export function listOf(key: FigureKey, chapter: Chapter, scope: OversightScope): string {
  const method = METHODS[key]
  if (method !== undefined) return kpiOf(method, scope)
  switch (chapter) {
    case 'Accuracy':
    case 'Errors':
      return `/nav-errors${scope.fund === null ? '' : `?${new URLSearchParams({ 'in.fund_code': scope.fund })}`}`
    case 'Detection':
      return '/replay/detection'
    case 'Prices':
      return '/prices'
    default:
      return navsOf(scope)
  }
}

function kpiOf(method: string, { from, to, fund }: OversightScope): string {
  const query = new URLSearchParams({ from, to, 'in.method_name': method })
  if (fund !== null) query.set('in.fund_code', fund)
  return `/production/kpi?${query}`
}

function navsOf(scope: OversightPeriod & Pick<OversightScope, 'fund'>): string {
  const { first, last } = daysOfPeriod(scope)
  const shown = (day: string) => day.split('-').reverse().join('/')
  const query = new URLSearchParams({ 'filter.navdate': `${shown(first)}..${shown(last)}` })
  if (scope.fund !== null) query.set('in.fundcode', scope.fund)
  return `/nav-controls?${query}`
}
