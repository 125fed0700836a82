import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { workOnPart } from '~/areas/access/user-work.server'
import { documentById } from '~/areas/documents/documents-of.server'
import { type ReportDocument, ReportDocuments } from '~/areas/documents/report-documents'
import { idInPath, sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import type { Guarded } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { sourcePage } from '~/platform/grids/grid-source'
import { lastEventOf } from '~/platform/workflow/history.server'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { PageSection } from '~/ui/page/page'
import { reportName } from '../control/control-report.server'
import { controlById } from '../control/controls-of.server'
import { BreakFields } from '../forms'
import { BreakList } from '../matching/break-list'
import { breakOwners, breaksReadOnly, editBreak, navBreaks } from '../matching/breaks.server'
import { type LatestMatching, latestMatching } from '../matching/matching.server'
import { type NavFacts, navBaseOf } from '../nav'
import { shownNav } from '../nav-view.server'
import { navReportName } from '../report/report-facts.server'
import { guardNav } from './guard-nav'
import { breakTable } from './nav-tables'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardNav(args)
  const { actor, read, services } = guarded
  const fundNavId = idInPath(args.params.fundNavId)
  const base = `${navBaseOf(args.request.url).path}/${fundNavId}`
  return pageRead(async () => {
    const { nav, instance } = await shownNav(guarded, fundNavId)
    const [matching, breaks, owners] = await Promise.all([
      latestMatching(read, fundNavId),
      navBreaks(read, nav),
      breakOwners(read),
    ])
    return {
      base,
      files: {
        title: `Report documents of NAV ${nav.fundCode}`,
        rows: await reportFiles(guarded, nav, matching, base),
      },
      breaks: {
        grid: await sourcePage(guarded, args.request, breakTable(guarded, breaks)),
        readOnly: breaksReadOnly(actor, instance, matching),
        empty: noBreaks(matching),
        owners,
        idempotencyKey: services.ids.uuid(),
      },
    }
  })
}

function noBreaks(matching: LatestMatching | null): string {
  if (!matching)
    return 'There is no matching yet. Its breaks appear here once the positions of the management company are uploaded.'
  return matching.breakCount > 0
    ? 'This matching was made before breaks were listed: matching.xlsx has them, and a new matching lists them here.'
    : 'Every position of the newest matching agrees.'
}

async function reportFiles(
  { read }: Guarded,
  nav: NavFacts,
  matching: LatestMatching | null,
  base: string,
): Promise<ReportDocument[]> {
  const [control, matched, last] = await Promise.all([
    nav.currentControlId === null ? null : controlById(read, nav.currentControlId),
    matching && documentById(read, matching.resultDocumentId),
    lastEventOf(read, nav.id),
  ])
  const report = control?.hasReport && {
    href: `${base}/controls/${control.id}/report.xlsx`,
    fileName: reportName(nav, control.id),
    fileType: 'Error report',
    creationDate: control.submissionDate,
  }
  const matchedFile = matched && {
    href: `${base}/matching.xlsx`,
    fileName: matched.fileName,
    fileType: matched.fileType,
    creationDate: matched.createdAt,
  }
  const navReport = last && {
    href: `${base}/report.pdf`,
    fileName: navReportName(nav),
    fileType: 'NAV report',
    creationDate: last.at,
  }
  return [navReport, report, matchedFile].filter((file) => typeof file === 'object' && file !== null)
}

/** Saves the owner, status and comment of a break of the newest matching. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guardNav(args, 'update')
  const fundNavId = idInPath(args.params.fundNavId)
  return formAnswer(args, async (typed) => {
    const { revision, ...input } = parseFields(typed, BreakFields, 'Break not saved')
    const edit = { fundNavId, ...input, revision: Number(revision) }
    // The forms of all breaks have the key of their page.
    const { transaction } = workOnPart(guarded, input.breakId)
    await transaction((context) =>
      withIdempotencyKey(context, `break ${fundNavId} ${input.breakId}`, () => editBreak(context, edit)),
    )
    const here = `${navBaseOf(args.request.url).path}/${fundNavId}/reports${sameSearch(args.request)}`
    return redirectWithStatus(guarded, here, 'Break saved')
  })
}

/** Tab "Reports": the NAV report, the error report of the current control, the matching, and its breaks. */
export default function NavReports() {
  const { base, breaks, files } = useLoaderData<typeof loader>()
  return (
    <>
      <PageSection title="Reports">
        <ReportDocuments {...files} empty="There is nothing to download yet." />
      </PageSection>
      <PageSection title="Matching breaks">
        <BreakList {...breaks} base={base} refused={useActionData<typeof action>()} />
      </PageSection>
    </>
  )
}
