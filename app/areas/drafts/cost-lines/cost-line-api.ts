import { z } from 'zod'
import { aBoolean, aDay, aNumber, anAmount, anId, anInstant, aText, jsonAnswer } from '~/http/calls/answers'
import type { Call, EndpointTable } from '~/http/calls/call-types'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { expectedRevision } from '~/http/calls/revision'
import { takes } from '~/http/calls/takes'
import { idOf } from '~/http/calls/values'
import { DomainError } from '~/platform/values/domain-error'
import { fieldsOf } from '~/ui/grid/columns'
import { CostLineCallFields, DivideCallFields } from '../forms'
import { costLinesOf, draftById } from '../read-draft.server'
import { deleteCostLine, saveCostLine } from './cost-lines.server'
import { DIVIDING_RULES, type DividedPart, isDividingRule } from './divide'
import {
  type AppliedAllocation,
  allocationOf,
  type Division,
  divisionOf,
  takeDivision,
} from './divide.server'

/** Cost allocation line of the specification, section 3. */
export const aCostLine = z
  .object({
    id: anId,
    transactionDraftId: anId,
    feesType: aText.describe('Code of the mapping FEES_TYPE.'),
    grossAmount: anAmount,
    taxes: anAmount,
    netAmount: anAmount.describe('Gross less taxes.'),
    comment: aText,
    fundId: anId.nullable().describe('The sub-fund that bears it.'),
  })
  .meta({ id: 'CostLine' })

/** The revision that the draft has now: its totals are the sums of its lines. */
export const draftRevision = aNumber.describe('The revision that the draft has now.')

const aSavedLine = z.object({ ...aCostLine.shape, revision: draftRevision }).meta({ id: 'SavedCostLine' })

const aPart = z
  .object({
    fundId: anId,
    code: aText,
    name: aText,
    nav: z
      .object({ id: anId, date: aDay, tna: aText, currency: aText })
      .nullable()
      .describe('By net assets: the last sent NAV on or before the day.'),
    weight: aText.describe('Net assets in the currency of the draft, 1, or the percent of the key.'),
    percent: aText,
    grossAmount: anAmount,
    taxes: anAmount,
    netAmount: anAmount,
  } satisfies Record<keyof DividedPart, z.ZodType>)
  .meta({ id: 'DividedPart' })

const aDivision = z
  .object({
    rule: z.enum(DIVIDING_RULES),
    onDay: aDay.describe('The GL date; the invoice date of a draft without one.'),
    currency: aText,
    grossAmount: anAmount,
    taxes: anAmount,
    parts: z.array(aPart),
    leftOut: z.array(aText).describe('Sub-funds without a NAV that was sent by then.'),
    hash: aText,
  } satisfies Record<keyof Division, z.ZodType>)
  .meta({ id: 'Division' })

const aTakenDivision = z
  .object({
    rule: z.enum(DIVIDING_RULES),
    onDay: aDay,
    takenBy: aText,
    takenAt: anInstant,
    parts: z.array(aPart),
    changedByHand: aBoolean.describe('Do the cost lines differ from it now?'),
  } satisfies Record<keyof AppliedAllocation, z.ZodType>)
  .meta({ id: 'AppliedDivision' })

const COLUMNS = fieldsOf({
  id: 'number',
  feesType: 'text',
  grossAmount: 'number',
  taxes: 'number',
  netAmount: 'number',
  comment: 'text',
  fundId: 'number',
})

const drop: Call = {
  may: ['draftsdashboard', 'update'],
  title: 'Delete Error',
  summary: 'Deletes a cost line; answers which one was deleted.',
  answers: { 200: z.object({ id: anId, transactionDraftId: anId, revision: draftRevision }) },
  ifMatch: true,
  async answer(guarded, { request, params }) {
    const { transaction } = guarded
    const deletion = {
      id: idOf(params.costId, 'cost line'),
      revision: expectedRevision(request, null),
    }
    const { draftId, revision } = await transaction((context) => deleteCostLine(context, deletion))
    return { id: deletion.id, transactionDraftId: draftId, revision }
  },
}

export const costLineCalls: EndpointTable = {
  about: 'drafts',
  calls: {
    /**
     * POST costs: adds a cost line to the draft that `transactionDraftId` names (201), or changes the one that `id`
     * names.
     */
    costs: {
      POST: {
        may: ['draftsdashboard', 'update'],
        summary:
          'Adds a cost line to the draft with this "transactionDraftId", or changes the one with this "id".',
        answers: { 200: aSavedLine, 201: aSavedLine },
        ifMatch: true,
        ...takes(
          CostLineCallFields,
          (guarded, { request }, { id, transactionDraftId: draftId, revision, ...fields }) => {
            const { transaction } = guarded
            const seen = expectedRevision(request, revision)
            const change = { draftId, id, revision: seen, fields }
            return transaction(async (context) => {
              const saved = await saveCostLine(context, change)
              const line = (await costLinesOf(context.tx, draftId)).find((each) => each.id === saved.id)
              return jsonAnswer({ ...line, revision: saved.revision }, id === null ? 201 : 200)
            })
          },
          { multipart: true },
        ),
      },
    },
    'costs/:draftId': {
      GET: {
        may: ['draftsdashboard'],
        summary: 'The cost lines of a draft, in the order in which they were added.',
        list: kindsOf(COLUMNS),
        answers: { 200: z.array(aCostLine) },
        async answer({ read }, args) {
          const { id } = await draftById(read, idOf(args.params.draftId, 'draft'))
          return rowsAnswer(args, await costLinesOf(read, id), COLUMNS)
        },
      },
    },
    /**
     * GET costs/{draftId}/division: how a draft would be divided among the sub-funds of its settling entity. POST takes
     * that as its cost lines, in place of those that it has.
     */
    'costs/:draftId/division': {
      GET: {
        may: ['draftsdashboard'],
        summary:
          'How a draft would be divided among the sub-funds of its settling entity, with the NAVs that it rests on, and the division that its lines were taken from.',
        query: z.object({
          rule: z.enum(DIVIDING_RULES).describe('By net assets, equal parts or fixed keys.'),
        }),
        answers: { 200: z.object({ division: aDivision, taken: aTakenDivision.nullable() }) },
        async answer({ read }, { request, params }) {
          const draftId = idOf(params.draftId, 'draft')
          const rule = new URL(request.url).searchParams.get('rule')
          if (!isDividingRule(rule)) {
            const what = 'Give "rule" as TNA, EQUAL or KEY.'
            throw new DomainError('invalid', what, { fields: { rule: what } })
          }
          return { division: await divisionOf(read, draftId, rule), taken: await allocationOf(read, draftId) }
        },
      },
      POST: {
        may: ['draftsdashboard', 'update'],
        title: 'The draft was not divided',
        summary:
          'Takes a division as the cost lines of a draft, in place of those that it has; with "seen", the hash that GET answered, only what was shown.',
        answers: { 201: z.object({ costLines: z.array(aCostLine), revision: draftRevision }) },
        ifMatch: true,
        ...takes(DivideCallFields, (guarded, { request, params }, { revision, ...taken }) => {
          const { transaction } = guarded
          const draftId = idOf(params.draftId, 'draft')
          const seen = {
            revision: expectedRevision(request, revision),
          }
          return transaction(async (context) => {
            const done = await takeDivision(context, { draftId, ...taken, ...seen })
            return jsonAnswer({ costLines: await costLinesOf(context.tx, draftId), ...done }, 201)
          })
        }),
      },
    },
    /** GET costs/{id}/delete deletes a cost line, and so do POST and DELETE; returns which one was deleted. */
    'costs/:costId/delete': { GET: { ...drop, changes: true }, POST: drop, DELETE: drop },
  },
}
