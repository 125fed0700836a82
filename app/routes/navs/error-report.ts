import { controlReport } from '~/domain/navs/controls/control-report.server'
import { navBaseOf } from '~/domain/navs/nav-base'
import { bytesAnswer } from '~/http/download'
import { fileLoader } from '~/http/file-loader'
import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The error report of a control, made anew from its stored evidence. */
export const loader = fileLoader(async (args) => {
  const { read, services } = await guard(args, navBaseOf(args.request.url).functionId)
  const { workers } = services
  const report = await controlReport({ read, workers }, idInPath(args.params.controlId))
  return bytesAnswer(report.bytes, report.fileName, XLSX)
})
