import { idInPath } from '~/http/address'
import { fileHeaders, fileLoader } from '~/http/downloads/download'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { fingerprint } from '~/platform/workflow/signing.server'
import { NO_PACK, PackFields } from '../forms'
import { verifierPage } from '../verifier/verifiers'
import { packAnswer, signingOf, storedMonthAnswer } from './build-pack'

/** pack.zip, the evidence of the object or month that the address names; verify.html, which checks packs without network. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'evidence')
  const { pathname, searchParams } = new URL(args.request.url)
  if (/verify\.html$/i.test(pathname))
    return new Response(verifierPage(signingOf(guarded.services).all.map(fingerprint)), {
      headers: fileHeaders('verify.html', 'text/html; charset=utf-8'),
    })
  if (args.params.packId !== undefined)
    return storedMonthAnswer(guarded, args.request, idInPath(args.params.packId))
  const fields = parseFields(Object.fromEntries(searchParams), PackFields, NO_PACK)
  return packAnswer(guarded, args.request, fields)
})
