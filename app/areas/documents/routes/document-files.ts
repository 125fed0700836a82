import { fileLoader } from '~/http/downloads/download'
import { guardUser } from '~/http/guard'
import { mayOnKind } from '../document-rights.server'
import { documentDownload } from './document-download'
import { documentPreview } from './document-preview'

/** One stored document, or a PDF to look at it, for those who may open the page of the object that it belongs to. */
export const loader = fileLoader(async (args) => {
  const guarded = await guardUser(args)
  const answer = /\/preview\/*$/i.test(new URL(args.request.url).pathname)
    ? documentPreview
    : documentDownload
  return answer(guarded, args.request, args.params.documentId, ({ objectKind }) =>
    mayOnKind(guarded.actor, objectKind),
  )
})
