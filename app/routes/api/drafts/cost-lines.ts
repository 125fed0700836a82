import { z } from 'zod'
import { costLinesOf } from '~/areas/drafts/cost-lines-of.server'
import type { CostLine } from '~/areas/drafts/draft'
import { draftById } from '~/areas/drafts/draft-by-id.server'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'
import type { RowColumns } from '~/platform/lists/row-match'
import { aCostLine } from './cost-line-shape'

const COLUMNS: RowColumns<CostLine> = {
  id: { kind: 'number', value: ({ id }) => String(id) },
  feesType: { kind: 'text', value: ({ feesType }) => feesType },
  grossAmount: { kind: 'number', value: ({ grossAmount }) => grossAmount },
  taxes: { kind: 'number', value: ({ taxes }) => taxes },
  netAmount: { kind: 'number', value: ({ netAmount }) => netAmount },
  comment: { kind: 'text', value: ({ comment }) => comment },
}

/** GET costs/{draftId}: the cost lines of a draft. */
export const loader = calls({
  GET: {
    may: ['draftsdashboard'],
    tells: 'The cost lines of a draft, in the order in which they were added.',
    list: kindsOf(COLUMNS),
    answers: { 200: z.array(aCostLine) },
    async answer({ read }, args) {
      const { id } = await draftById(read, idOf(args.params.draftId, 'draft'))
      return rowsAnswer(args, await costLinesOf(read, id), COLUMNS)
    },
  },
})
export const action = loader
