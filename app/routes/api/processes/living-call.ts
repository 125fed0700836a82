import type { Read } from 'db/doors'
import type { RowColumns } from '~/domain/lists/row-match'
import type { LivingName } from '~/domain/processes/living-names.server'
import { calls } from '~/http/calls/call'
import { rowsAnswer } from '~/http/calls/list'

const COLUMNS: RowColumns<LivingName> = {
  id: { kind: 'number', value: ({ id }) => String(id) },
  name: { kind: 'text', value: ({ name }) => name },
}

/** The calls of a list of names that are not retired (specification, section 7: not-retired lists). */
export function livingCalls(names: (read: Read) => Promise<LivingName[]>) {
  return calls({
    GET: {
      may: [['processdashboard', 'administration']],
      answer: async ({ read }, args) => rowsAnswer(args, await names(read), COLUMNS),
    },
  })
}
