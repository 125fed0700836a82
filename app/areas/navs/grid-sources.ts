import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { dateInSearch, idInPath } from '~/http/address'
import { fileHeaders, streamOf } from '~/http/downloads/download'
import { type Guarded, guard } from '~/http/guard'
import type { Services } from '~/http/server/services'
import { throttleFile } from '~/http/throttle'
import { type ValuesPage, valuesFiles } from '~/platform/approvals/routes/level-values'
import { pendingTable, WAITING_BESIDE } from '~/platform/approvals/routes/waiting-changes'
import { type ZippedFile, zipOf } from '~/platform/exports/zip'
import { eventTable } from '~/platform/grids/event-table'
import {
  type ExportTable,
  exportLoader,
  fileInPath,
  gridFile,
  listFile,
  titledFile,
} from '~/platform/grids/export-file'
import { type GridSource, gridQueryOf } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import { type FairSlots, fairSlots } from '~/platform/threads/fair-slots'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showDay, showNavDate } from '~/platform/values/show'
import { historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { servicesOfProcess } from '../../http/services-of-request'
import { navChecks } from './checks.server'
import { controlsOf, selectedControl } from './control/controls-of.server'
import { ruleResultsOf } from './control/rule-results.server'
import type { DeltaName } from './delta/delta'
import { deltaBases, deltaList } from './delta/delta.server'
import { DELTA_GRIDS } from './delta/delta-columns'
import { baseLabel, DELTA_TABS } from './delta/delta-view'
import { OPEN_BREAK_COLUMNS, OPEN_BREAK_GRID } from './explained/open-break-columns'
import type { OpenBreakRow } from './explained/open-breaks'
import { openBreakRows } from './explained/open-breaks.server'
import { FORMAT_COLUMNS, FORMAT_GRID } from './formats/format-columns'
import type { FormatRow } from './formats/format-rows'
import { formatRows } from './formats/format-rows.server'
import { FILE_FORMAT } from './formats/requested-format'
import { navBreaks } from './matching/breaks.server'
import { navFacts } from './nav-facts.server'
import { navReport } from './report/report-facts.server'
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
import { SOURCE_COLUMNS, SOURCE_GRID } from './sources/source-columns'
import type { SourceRow } from './sources/source-rows'
import { lastNavDate, sourceRows } from './sources/source-rows.server'
import { RULE_TOLERANCE } from './tolerances'
import { tolerancesTable } from './tolerances.server'

/** The list of a difference that an address selects, and what the control is compared with; null without any. */
export async function requestedDelta(
  { read, controlId }: Guarded & { controlId: number },
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

export const TOLERANCES_PAGE: ValuesPage = {
  kind: RULE_TOLERANCE,
  pending: 'Pending changes of rule tolerances',
  table: tolerancesTable,
}

/** The kinds of changes that are decided on the page of file formats. */
export const FORMAT_KINDS = [FILE_FORMAT]

/** The file formats, as they are today. */
export async function formatTable({ read, today, timeZone }: Guarded): Promise<GridSource<FormatRow>> {
  return {
    columns: FORMAT_COLUMNS,
    options: FORMAT_GRID,
    list: rowList(await formatRows(read, today), FORMAT_COLUMNS, {
      timeZone,
      keyOf: ({ code, status }) => `${code} ${status}`,
    }),
  }
}

const FILES = ['controls', 'rule_checks', 'workflow', 'nav_elements', 'navchecks', 'matching_breaks'] as const

/** The tables of one NAV as files: rule_checks of the control that is looked at, navchecks of the round. */
const navFiles = exportLoader(async (args) => {
  const { request, params } = args
  const guarded = await guardNav(args)
  const { read } = guarded
  const requested = fileInPath(params.file, FILES)
  const nav = await navFacts(read, idInPath(params.fundNavId))
  const { round } = await instanceById(read, nav.id)
  const file = <Row>(title: string, table: GridSource<Row>) =>
    gridFile(guarded, request, requested, {
      title: `${title} ${nav.fundCode} ${showNavDate(nav.navDate)}`,
      ...table,
    })
  switch (requested.name) {
    case 'nav_elements':
      return file('NAV elements', elementTable(read, nav.id))
    case 'workflow':
      return file('Workflow', eventTable(guarded, await historyOf(read, nav.id), round))
    case 'navchecks': {
      const checks = await navChecks(read, nav.id, requestedRound(request, round))
      return file('NAV checks', checkTable(guarded, checks))
    }
    case 'matching_breaks':
      return file('Matching breaks', breakTable(guarded, await navBreaks(read, nav)))
    case 'controls':
      return file('Controls', controlTable(guarded, await controlsOf(read, nav.id)))
    case 'rule_checks': {
      const controls = await controlsOf(read, nav.id)
      const control = selectedControl(controls, requestedControl(request), nav.currentControlId)
      const results = control ? await ruleResultsOf(read, control.id) : []
      return file('Rule results', ruleTable(guarded, results))
    }
  }
})

/** One list of the difference with a previous upload as a file: nav_delta, balance_delta, inventory_delta. */
const deltaFiles = exportLoader(async (args) => {
  const { request, params } = args
  const guarded = await guardControl(args)
  const { tab, controlId, fundNavId, base } = await requestedDelta(guarded, args)
  const requested = fileInPath(params.file, [`${tab.list}_delta`])
  if (!base)
    throw new DomainError(
      'not-found',
      'There is nothing to compare with: no upload before this one and no previous NAV.',
    )
  const nav = await navFacts(guarded.read, fundNavId)
  const against = baseLabel(base, guarded.timeZone)
  const title = `${tab.label} ${nav.fundCode} ${showNavDate(nav.navDate)} against ${against}`
  const file = <Row>(table: GridSource<Row>) => gridFile(guarded, request, requested, { title, ...table })
  const tables = deltaTables(guarded, controlId, base.controlId)
  if (tab.list === 'nav') return file(tables.nav)
  return tab.list === 'balance' ? file(tables.balance) : file(tables.inventory)
})

/** The most reports in one file, a minute's work: a year of a site's NAVs is a file for each month. */
const MAX_REPORTS = 100

const places = new WeakMap<Services, FairSlots>()

/** One archive of a user at a time, and two of all users: the threads that draw reports run controls too. */
function slotsOf(given: Services): FairSlots {
  const services = servicesOfProcess(given)
  const known = places.get(services) ?? fairSlots({ count: 2, each: 1, work: 'archive of reports' })
  places.set(services, known)
  return known
}

/**
 * The reports of all NAVs that the list's address selects, or of its marked ones, in its order: each is made when the
 * previous one has been sent, so that many take no more memory than one.
 */
const manyReports = exportLoader(async (args) => {
  const guarded = await guard(args, 'navctrl')
  await throttleFile(guarded)
  const ids = await selectedNavs(guarded, args.request)
  const headers = fileHeaders('nav-reports.zip', 'application/zip')
  if (args.request.method === 'HEAD') return new Response(null, { headers })
  const { signal } = guarded
  const leave = await slotsOf(guarded.services).take(guarded.actor.id, { signal })
  // A reader who leaves before the first byte is taken ends nothing that has not begun.
  signal.addEventListener('abort', leave, { once: true })
  const made = async function* (): AsyncGenerator<ZippedFile> {
    try {
      for (const id of ids) {
        const { fileName: name, bytes, at } = await navReport(guarded, id)
        yield { name, bytes, at }
      }
    } finally {
      leave()
    }
  }
  return new Response(streamOf(zipOf(made()), signal), { headers })
})

async function selectedNavs(guarded: Guarded, request: Request): Promise<number[]> {
  const { list, ...grid } = navTable(guarded)
  const { query, notes } = (await gridQueryOf(guarded, request, grid)).parsed
  if (notes.length > 0) throw new DomainError('invalid', `No report was made. ${notes.join(' ')}`)
  const ids: number[] = []
  for await (const rows of list.rows(query, query.selected.length > 0 ? query.selected : undefined)) {
    ids.push(...rows.map(({ fundnavid }) => fundnavid))
    if (ids.length > MAX_REPORTS)
      throw new DomainError(
        'invalid',
        `These are more than ${MAX_REPORTS} NAVs, the most whose reports fit into one file. Filter the list, or mark the NAVs.`,
      )
  }
  if (ids.length > 0) return ids
  throw new DomainError('not-found', 'There is no NAV in this list. Clear its filters, or mark others.')
}

export const navExports: ExportTable = {
  /** The reports of all NAVs that the list's address selects. */
  'nav-controls/reports.zip': manyReports,
  /** navs.xlsx, .csv or .pdf: all NAVs that the list's address selects. */
  'nav-controls/export/:file': listFile('navctrl', 'navs', 'NAVs', navTable),
  /** tolerances.xlsx, .csv or .pdf, and the changes of them that wait. */
  'admin/tolerances/export/:file': valuesFiles(TOLERANCES_PAGE),
  /** file_formats.xlsx, .csv or .pdf, and the versions of them that wait. */
  'admin/formats/export/:file': exportLoader(async (args) => {
    const guarded = await guard(args, 'administration')
    const file = fileInPath(args.params.file, ['file_formats', 'pending_changes'])
    if (file.name === 'pending_changes')
      return gridFile(guarded, args.request, file, {
        title: 'Pending versions of file formats',
        ...pendingTable(guarded, FORMAT_KINDS, WAITING_BESIDE),
      })
    return gridFile(guarded, args.request, file, { title: 'File formats', ...(await formatTable(guarded)) })
  }),
  'nav-controls/:fundNavId/export/:file': navFiles,
  'production/:fundNavId/export/:file': navFiles,
  'nav-controls/:fundNavId/controls/:controlId/delta/:tab/export/:file': deltaFiles,
  'production/:fundNavId/controls/:controlId/delta/:tab/export/:file': deltaFiles,
}

/** The NAV date of an address; without one the last that funds have. */
export async function chosenNavDate(
  request: Request,
  { read, today }: Pick<Guarded, 'read' | 'today'>,
): Promise<{ day: Day; note: string | null }> {
  const { date, isWrong } = dateInSearch(request)
  const note = isWrong ? 'Enter the date as a day of the calendar. The last NAV date is shown.' : null
  return { day: date ?? (await lastNavDate(read, today)), note }
}

/** The second sources of the NAVs of a day. */
export async function sourceTable(
  { read, timeZone }: Pick<Guarded, 'read' | 'timeZone'>,
  day: Day,
): Promise<GridSource<SourceRow>> {
  const list = rowList(await sourceRows(read, day), SOURCE_COLUMNS, { timeZone, keyOf: ({ key }) => key })
  return { columns: SOURCE_COLUMNS, options: SOURCE_GRID, list }
}

/** What is open across funds. */
export async function openBreakTable({
  read,
  timeZone,
  today,
}: Pick<Guarded, 'read' | 'timeZone' | 'today'>): Promise<GridSource<OpenBreakRow>> {
  const rows = await openBreakRows(read, today)
  const list = rowList(rows, OPEN_BREAK_COLUMNS, { timeZone, keyOf: ({ key }) => key })
  return { columns: OPEN_BREAK_COLUMNS, options: OPEN_BREAK_GRID, list }
}

export const sourceExports: ExportTable = {
  /** open_breaks.xlsx, .csv or .pdf: what is open across funds. */
  'open-breaks/export/:file': listFile('navctrl', 'open_breaks', 'Open breaks', openBreakTable),
  /** second_sources.xlsx, .csv or .pdf: the second sources of the NAV date in the page's address. */
  'second-sources/export/:file': titledFile('navctrl', 'second_sources', async (guarded, { request }) => {
    const { day } = await chosenNavDate(request, guarded)
    return { title: `Second sources of ${showDay(day)}`, ...(await sourceTable(guarded, day)) }
  }),
}
