import type { Read } from 'db/database'
import { z } from 'zod'
import type { LivingName } from '~/areas/processes/active-names.server'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import type { RowColumns } from '~/platform/lists/row-match'
import { aLivingName } from '../lookups/living-name'

const COLUMNS: RowColumns<LivingName> = {
  id: { kind: 'number', value: ({ id }) => String(id) },
  name: { kind: 'text', value: ({ name }) => name },
}

/**
 * The calls of a list of names that are not retired (specification, section 7: not-retired lists).
 * @param tells what the list holds, for the documentation
 */
export function livingCalls(tells: string, names: (read: Read) => Promise<LivingName[]>) {
  return calls({
    GET: {
      may: [['processdashboard', 'administration']],
      tells,
      list: kindsOf(COLUMNS),
      answers: { 200: z.array(aLivingName) },
      answer: async ({ read }, args) => rowsAnswer(args, await names(read), COLUMNS),
    },
  })
}
