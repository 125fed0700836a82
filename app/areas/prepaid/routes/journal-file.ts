import { idInPath } from '~/http/address'
import { fileLoader, generatedFile } from '~/http/downloads/download'
import { guard } from '~/http/guard'
import { KINDS } from '~/platform/files/file-types'
import { dueLines } from '../due.server'
import { monthOfAddress } from '../grid-sources'
import { journalById, journalWorkbook } from '../journal.server'

/** The workbook for the accounting system: of a booked journal, or of what a month still has to book. */
export const loader = fileLoader(async (args) => {
  const guarded = await guard(args, 'transactiondashboard')
  const { read } = guarded
  return generatedFile(guarded, async () => {
    const { mediaType } = KINDS.xlsx
    if (args.params.journalId === undefined) {
      const { month, monthEnd } = monthOfAddress(guarded, args.request)
      const bytes = await journalWorkbook(monthEnd, await dueLines(read, monthEnd))
      return { bytes, fileName: `prepaid-${month}.xlsx`, mediaType }
    }
    const { journal, lines } = await journalById(read, idInPath(args.params.journalId))
    const bytes = await journalWorkbook(journal.monthEnd, lines)
    return { bytes, fileName: `prepaid-journal-${journal.id}.xlsx`, mediaType }
  })
})
