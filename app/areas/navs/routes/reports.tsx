import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { documentById } from '~/areas/documents/documents-of.server'
import { ReportDocuments } from '~/areas/documents/report-documents'
import { idInPath } from '~/http/address'
import { pageRead } from '~/http/page-answer'
import { PageSection } from '~/ui/page/page'
import { reportName } from '../control/control-report.server'
import { controlById } from '../control/controls-of.server'
import { latestMatching } from '../matching.server'
import { navBaseOf } from '../nav'
import { navFacts } from '../nav-facts.server'
import { guardNav } from './guard-nav'

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await guardNav(args)
  const fundNavId = idInPath(args.params.fundNavId)
  const base = `${navBaseOf(args.request.url).path}/${fundNavId}`
  return pageRead(async () => {
    const nav = await navFacts(read, fundNavId)
    const [control, matching] = await Promise.all([
      nav.currentControlId === null ? null : controlById(read, nav.currentControlId),
      latestMatching(read, fundNavId),
    ])
    const matched = matching && (await documentById(read, matching.resultDocumentId))
    const report = control?.hasReport
      ? [
          {
            href: `${base}/controls/${control.id}/report.xlsx`,
            fileName: reportName(nav, control.id),
            fileType: 'Error report',
            creationDate: control.submissionDate,
          },
        ]
      : []
    const matchedFile = matched
      ? [
          {
            href: `${base}/matching.xlsx`,
            fileName: matched.fileName,
            fileType: matched.fileType,
            creationDate: matched.createdAt,
          },
        ]
      : []
    return { title: `Report documents of NAV ${nav.fundCode}`, rows: [...report, ...matchedFile] }
  })
}

/** Tab "Reports": the error report of the current control, and the matching. */
export default function NavReports() {
  return (
    <PageSection title="Reports">
      <ReportDocuments
        {...useLoaderData<typeof loader>()}
        empty="Nothing to download: every rule of the current control is OK or no control has run yet, and there is no matching."
      />
    </PageSection>
  )
}
