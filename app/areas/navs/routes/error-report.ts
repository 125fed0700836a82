import { madeFile } from '~/http/downloads/download'
import { fileLoader } from '~/http/downloads/file-loader'
import { controlReport } from '../control/control-report.server'
import { guardControl } from './guard-nav'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The error report of a control, generated again from its stored evidence. */
export const loader = fileLoader(async (args) => {
  const guarded = await guardControl(args)
  const { read, services, controlId } = guarded
  const { workers } = services
  return madeFile(guarded, async () => {
    return { ...(await controlReport({ read, workers }, controlId)), mediaType: XLSX }
  })
})
