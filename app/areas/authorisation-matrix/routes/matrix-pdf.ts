import { EXPENSE_READERS, isAllowed } from '~/areas/access/actor'
import { idInPath } from '~/http/address'
import { fileLoader, generatedFile } from '~/http/downloads/download'
import { guard, guardUser } from '~/http/guard'
import { authorisationMatrixPdf, matrixFileName } from '../matrix-pdf.server'

/** 2026-10-30.pdf: the authorisation matrix of a legal entity in force that day, shown in the browser. */
export const loader = fileLoader(async (args) => {
  const { actor } = await guardUser(args)
  const guarded = await guard(
    args,
    EXPENSE_READERS.find((each) => isAllowed(actor, each)) ?? EXPENSE_READERS[0],
  )
  const entityId = idInPath(args.params.entity)
  const day = args.params.file?.replace(/\.pdf$/i, '') ?? ''
  return generatedFile(guarded, async () => {
    const bytes = await authorisationMatrixPdf(guarded.read, entityId, day)
    return { bytes, fileName: matrixFileName(entityId, day), mediaType: 'application/pdf', inline: true }
  })
})
