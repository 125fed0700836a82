import { idInPath } from '~/http/address'
import { fileLoader, generatedFile } from '~/http/downloads/download'
import { guard } from '~/http/guard'
import { casePaper, type Paperwork } from '../case-papers.server'

/** The papers of a case: notification.pdf, report.pdf and compensation.xlsx. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'errors')
  const caseId = idInPath(args.params.caseId)
  const [, name] =
    /\/(notification|report|compensation)\.\w+$/i.exec(new URL(args.request.url).pathname) ?? []
  return generatedFile(guarded, () =>
    casePaper(guarded, caseId, (name ?? 'report').toLowerCase() as Paperwork),
  )
})
