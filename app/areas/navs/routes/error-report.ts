import { fileLoader, generatedFile } from '~/http/downloads/download'
import { bridgeReport, controlReport } from '../control/control-report.server'
import { guardControl } from './guard-nav'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The error report of a control, or its NAV bridge, made again from what is stored. */
export const loader = fileLoader(async (args) => {
  const guarded = await guardControl(args)
  const { read, services, controlId } = guarded
  const { workers } = services
  const make = /bridge\.xlsx$/i.test(new URL(args.request.url).pathname) ? bridgeReport : controlReport
  return generatedFile(guarded, async () => {
    return { ...(await make({ read, workers }, controlId)), mediaType: XLSX }
  })
})
