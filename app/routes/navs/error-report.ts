import { controlReport } from '~/domain/navs/controls/control-report.server'
import { fileLoader } from '~/http/downloads/file-loader'
import { madeFile } from '~/http/downloads/made-file'
import { guardNav } from '~/http/guard-nav'
import { idInPath } from '~/http/ids-in-path'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The error report of a control, made anew from its stored evidence. */
export const loader = fileLoader(async (args) => {
  const guarded = await guardNav(args)
  const { read, services } = guarded
  const { workers } = services
  const controlId = idInPath(args.params.controlId)
  return madeFile(guarded, async () => {
    return { ...(await controlReport({ read, workers }, controlId)), mediaType: XLSX }
  })
})
