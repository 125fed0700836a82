import { data } from '@remix-run/node'
import { documentDownload } from '~/areas/documents/routes/document-download'
import { idInPath } from '~/http/address'
import { fileLoader, generatedFile } from '~/http/downloads/download'
import type { RouteArgs } from '~/http/guard'
import { latestMatching } from '../matching/matching.server'
import { navReport } from '../report/report-facts.server'
import { guardNav } from './guard-nav'

/** The report of a NAV, and matching.xlsx. */
export const loader = fileLoader(async (args) => {
  return /matching\.xlsx$/i.test(new URL(args.request.url).pathname) ? matchingWorkbook(args) : report(args)
})

/** matching.xlsx of the NAV's latest matching. */
async function matchingWorkbook(args: RouteArgs): Promise<Response> {
  const guarded = await guardNav(args)
  const matching = await latestMatching(guarded.read, idInPath(args.params.fundNavId))
  if (!matching)
    throw data({ message: 'This NAV has no matching yet. Upload one from its page.' }, { status: 404 })
  return documentDownload(guarded, args.request, matching.resultDocumentId, () => true)
}

/** The report of a NAV. */
async function report(args: RouteArgs): Promise<Response> {
  const guarded = await guardNav(args)
  const fundNavId = idInPath(args.params.fundNavId)
  return generatedFile(guarded, async () => {
    return { ...(await navReport(guarded, fundNavId)), mediaType: 'application/pdf' }
  })
}
