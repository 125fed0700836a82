import { data } from '@remix-run/node'
import { documentDownload } from '~/areas/documents/routes/document-download'
import { idInPath } from '~/http/address'
import { fileHeaders, madeFile, streamOf } from '~/http/downloads/download'
import { fileLoader } from '~/http/downloads/file-loader'
import { type Guarded, guard, type RouteArgs } from '~/http/guard'
import { throttleFile } from '~/http/throttle'
import { type ZippedFile, zipOf } from '~/platform/exports/zip'
import { gridQueryOf } from '~/platform/grids/grid-source'
import { DomainError } from '~/platform/values/domain-error'
import { controlReport } from '../control/control-report.server'
import { latestMatching } from '../matching/matching.server'
import { navReport } from '../report/report-facts.server'
import { guardControl, guardNav } from './guard-nav'
import { navTable } from './nav-tables'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The files of NAVs that are made on request, and matching.xlsx. */
export const loader = fileLoader(async (args) => {
  const file = new URL(args.request.url).pathname.split('/').at(-1)?.toLowerCase()
  if (args.params.controlId !== undefined) return errorReport(args)
  if (file === 'matching.xlsx') return matchingWorkbook(args)
  return file === 'reports.zip' ? reports(args) : report(args)
})

/** The error report of a control, generated again from its stored evidence. */
async function errorReport(args: RouteArgs): Promise<Response> {
  const guarded = await guardControl(args)
  const { read, services, controlId } = guarded
  const { workers } = services
  return madeFile(guarded, async () => {
    return { ...(await controlReport({ read, workers }, controlId)), mediaType: XLSX }
  })
}

/** matching.xlsx of the NAV's latest matching. */
async function matchingWorkbook(args: RouteArgs): Promise<Response> {
  const guarded = await guardNav(args)
  const matching = await latestMatching(guarded.read, idInPath(args.params.fundNavId))
  if (!matching)
    throw data({ message: 'This NAV has no matching yet. Upload one from its page.' }, { status: 404 })
  return documentDownload(guarded, args.request, matching.resultDocumentId, () => true)
}

const siteOf = ({ read, services }: Guarded) => ({
  read,
  workers: services.workers,
  timeZone: services.settings.timeZone,
})

/** The report of a NAV. */
async function report(args: RouteArgs): Promise<Response> {
  const guarded = await guardNav(args)
  const fundNavId = idInPath(args.params.fundNavId)
  return madeFile(guarded, async () => {
    return { ...(await navReport(siteOf(guarded), fundNavId)), mediaType: 'application/pdf' }
  })
}

/** Most reports in one file: a year of a site's NAVs is a file for each month. */
const MOST_REPORTS = 500

/**
 * The reports of all NAVs that the list's address selects, or of its marked ones, in its order: each is made when the one
 * before it was taken, so that many cost no more memory than one.
 */
async function reports(args: RouteArgs): Promise<Response> {
  const guarded = await guard({ ...args, aside: true }, 'navctrl')
  await throttleFile(guarded)
  const ids = await selectedNavs(guarded, args.request)
  const headers = fileHeaders('nav-reports.zip', 'application/zip')
  if (args.request.method === 'HEAD') return new Response(null, { headers })
  const made = async function* (): AsyncGenerator<ZippedFile> {
    for (const id of ids) {
      const { fileName: name, bytes, at } = await navReport(siteOf(guarded), id)
      yield { name, bytes, at }
    }
  }
  return new Response(streamOf(zipOf(made()), guarded.signal), { headers })
}

async function selectedNavs(guarded: Guarded, request: Request): Promise<number[]> {
  const { list, ...grid } = navTable(guarded)
  const { query, notes } = (await gridQueryOf(guarded, request, grid)).parsed
  if (notes.length > 0) throw new DomainError('invalid', `No report was made. ${notes.join(' ')}`)
  const ids: number[] = []
  for await (const rows of list.rows(query, query.selected.length > 0 ? query.selected : undefined)) {
    ids.push(...rows.map(({ fundnavid }) => fundnavid))
    if (ids.length > MOST_REPORTS)
      throw new DomainError(
        'invalid',
        `These are more than ${MOST_REPORTS} NAVs, the most whose reports fit into one file. Filter the list, or mark the NAVs.`,
      )
  }
  if (ids.length > 0) return ids
  throw new DomainError('not-found', 'There is no NAV in this list. Clear its filters, or mark others.')
}
