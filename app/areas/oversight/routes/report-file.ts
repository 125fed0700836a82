import { idInPath } from '~/http/address'
import { fileLoader } from '~/http/downloads/download'
import { guard } from '~/http/guard'
import { reportFile } from './pdf-answer'

/** report.pdf: the kept one of a frozen report, otherwise a draft. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'oversight')
  return reportFile(guarded, args.request, idInPath(args.params.reportId))
})
