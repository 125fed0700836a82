import type { LoaderFunctionArgs } from '@remix-run/node'
import { controlReport } from '~/domain/navs/controls/control-report.server'
import { bytesAnswer } from '~/http/download'
import { guard } from '~/http/guard'
import { idInPath } from '~/http/ids-in-path'
import { pageRead } from '~/http/page-answer'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The error report of a control, made anew from its stored evidence. */
export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await guard(args, 'navctrl')
  const { workers } = services
  const report = await pageRead(() => controlReport({ read, workers }, idInPath(args.params.controlId)))
  return bytesAnswer(report.bytes, report.fileName, XLSX)
}
