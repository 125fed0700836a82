import { idInPath } from '~/http/address'
import { fileLoader } from '~/http/downloads/download'
import { guard } from '~/http/guard'
import { auditorAnswer } from './auditor-answer'

/** auditor.zip: papers, published and corrected files, deals and the hash of each. */
export const loader = fileLoader(async (args) =>
  auditorAnswer(await guard(args, 'errors'), args.request, idInPath(args.params.caseId)),
)
