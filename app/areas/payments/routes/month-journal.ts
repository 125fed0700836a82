import { fileLoader, generatedFile } from '~/http/downloads/download'
import { guard } from '~/http/guard'
import { KINDS } from '~/platform/files/file-types'
import { bankJournal } from '../bank-months/bank-journal.server'
import { monthKeyIn } from '../bank-months/read-months.server'

/** The bank journal of a closed month, a workbook for the accounting system. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'bankinbox')
  return generatedFile(guarded, async () => {
    const journal = await bankJournal(guarded, monthKeyIn(args.params.monthKey))
    return { ...journal, mediaType: KINDS.xlsx.mediaType }
  })
})
