import { fileLoader } from '~/http/downloads/file-loader'
import { guardUser } from '~/http/guard'
import { mayOnKind } from '../document-rights.server'
import { documentPreview } from './document-preview'

/** One stored document as a PDF to look at, for those who may open the page of the object that it belongs to. */
export const loader = fileLoader(async (args) => {
  const guarded = await guardUser(args)
  return documentPreview(guarded, args.request, args.params.documentId, ({ objectKind }) =>
    mayOnKind(guarded.actor, objectKind),
  )
})
