import { documentDownload } from '~/areas/documents/routes/document-download'
import { idInPath } from '~/http/address'
import { fileLoader } from '~/http/downloads/download'
import { guard } from '~/http/guard'
import { DomainError } from '~/platform/values/domain-error'
import { filesOf } from '../read-run.server'

/** The file of a run for a bank: for members of PAYMENT, until it is withdrawn. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'payments')
  const runId = idInPath(args.params.runId)
  const files = await filesOf(guarded.read, runId)
  const file = files.find(({ messageId }) => `${messageId}.xml` === args.params.file)
  if (!file) throw new DomainError('not-found', `Payment run ${runId} has no such file. Open the run again.`)
  if (file.withdrawnAt !== null)
    throw new DomainError('refused', `${file.messageId}.xml was withdrawn: no bank may get it.`)
  return documentDownload(
    guarded,
    args.request,
    file.documentId,
    ({ objectKind }) => objectKind === 'payment run',
  )
})
