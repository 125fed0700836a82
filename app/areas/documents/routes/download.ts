import { fileLoader } from '~/http/downloads/file-loader'
import { guardUser } from '~/http/guard'
import { mayOnKind } from '../document-rights.server'
import { documentDownload } from './document-download'

/** One stored document, for those who may open the page of the object that it belongs to. */
export const loader = fileLoader(async (args) => {
  const guarded = await guardUser(args)
  return documentDownload(guarded, args.request, args.params.documentId, ({ objectKind }) =>
    mayOnKind(guarded.actor, objectKind),
  )
})
