import { data } from '@remix-run/node'
import { documentDownload } from '~/areas/documents/routes/document-download'
import { idInPath } from '~/http/address'
import { fileLoader } from '~/http/downloads/file-loader'
import { latestMatching } from '../matching/matching.server'
import { guardNav } from './guard-nav'

/** matching.xlsx of the NAV's latest matching. */
export const loader = fileLoader(async (args) => {
  const guarded = await guardNav(args)
  const matching = await latestMatching(guarded.read, idInPath(args.params.fundNavId))
  if (!matching)
    throw data({ message: 'This NAV has no matching yet. Upload one from its page.' }, { status: 404 })
  return documentDownload(guarded, args.request, matching.resultDocumentId, () => true)
})
