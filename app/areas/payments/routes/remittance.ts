import { idInPath } from '~/http/address'
import { fileLoader, generatedFile } from '~/http/downloads/download'
import { guard } from '~/http/guard'
import { remittanceAdvice } from '../remittance.server'

/** The remittance advice for the payee of an invoice in a run, as "15494.pdf". */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'payments')
  const runId = idInPath(args.params.runId)
  const invoiceId = idInPath(args.params.file?.replace(/\.pdf$/, ''))
  return generatedFile(guarded, async () => {
    const advice = await remittanceAdvice(guarded.read, runId, invoiceId)
    return { ...advice, mediaType: 'application/pdf' }
  })
})
