import { controlReport } from '~/domain/navs/controls/control-report.server'
import { bytesAnswer } from '~/http/download'
import { fileLoader } from '~/http/file-loader'
import { guardNav } from '~/http/guard-nav'
import { idInPath } from '~/http/ids-in-path'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The error report of a control, made anew from its stored evidence. */
export const loader = fileLoader(async (args) => {
  const { read, services } = await guardNav(args)
  const { workers } = services
  const report = await controlReport({ read, workers }, idInPath(args.params.controlId))
  return bytesAnswer(report.bytes, report.fileName, XLSX)
})
