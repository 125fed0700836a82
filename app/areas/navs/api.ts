import { z } from 'zod'
import { aBoolean, aFile, aNumber, anEventClass, anId, aRow, aText } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { callQuery, kindsOf, listAnswer, pastQuery, plainFields, rowsAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import {
  dayValue,
  idOf,
  lineValue,
  nothing,
  numberValue,
  optionalIdValue,
  textValue,
} from '~/http/calls/values'
import { generatedFile } from '~/http/downloads/download'
import { takeStep } from '~/platform/objects/take-step.server'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { fieldsOf } from '~/ui/grid/columns'
import { aCheck, aFundNav, checkShape, fundNavShape } from './api-shapes'
import { navChecks, tickChecks } from './checks.server'
import { ELEMENT_DECLARED, ELEMENT_ROW, NAV_ROW } from './fields.server'
import { elementColumns, NAV_GRID } from './list'
import { NAV_FIELDS, navList } from './list.server'
import { NAV_READERS, ROUTING_REFUSED } from './nav'
import { navFacts } from './nav-facts.server'
import { navElements, nextRouting, reasons } from './nav-view.server'
import { navReport } from './report/report-facts.server'
import { CHECK_FIELDS } from './routes/nav-tables'
import { navWorkflow, refuseOddDays } from './workflow.server'

/** NAV dashboard row of the specification, section 3. */
const aNav = aRow(NAV_ROW).meta({ id: 'NavDashboardRow' })

/** Routing event of the specification, section 3. */
const aRoutingEvent = z
  .object({
    id: anId.describe('The routing id of the step.'),
    display: aText,
    style: anEventClass,
    dateToDisplayId: z
      .literal([1, 2, 3])
      .nullable()
      .describe('1 and 3 ask for documentReceptionDate, 2 for validationDate, 3 for reasonCode.'),
    commentRequired: aBoolean,
  })
  .meta({ id: 'RoutingEvent' })

const STEP_COLUMNS = fieldsOf({
  id: 'number',
  display: 'text',
  style: 'text',
  dateToDisplayId: 'number',
  commentRequired: 'boolean',
})

const fundData = (timeZone: string) =>
  z.object({
    eventLog: textValue.nullish(),
    currentMessage: textValue.nullish(),
    documentReceptionDate: dayValue(timeZone).optional(),
    validationDate: dayValue(timeZone).optional().describe('Of the client; today if not given.'),
    currentControlId: optionalIdValue,
    currentEventId: optionalIdValue.describe('As the caller read it: refused if it has changed since.'),
    reasonCode: z.preprocess(nothing, lineValue.nullable()).optional(),
  })

const Tick = z.object({ comment: textValue.nullish() })

/** NAV element of the specification, section 3. */
const anElement = aRow(ELEMENT_ROW).meta({ id: 'NavElement' })
const ELEMENT_COLUMNS = elementColumns(ELEMENT_DECLARED)

const REASON_COLUMNS = fieldsOf({ code: 'text', display: 'text' })

export const navsCalls: EndpointTable = {
  about: 'navs',
  calls: {
    'dashboard/nav': {
      GET: {
        may: ['navctrl'],
        summary: 'The NAVs, in the order of their grid, filtered and sorted like it.',
        list: kindsOf(NAV_FIELDS),
        answers: { 200: z.object({ fundNavDetailsList: z.array(aNav), totalElementCount: aNumber }) },
        async answer(guarded, { request }) {
          const query = callQuery(request, NAV_FIELDS, NAV_GRID)
          return listAnswer(request, query, await navList(guarded).page(query), (rows, total) => ({
            // The specification's row has none of these.
            fundNavDetailsList: rows.map(
              ({ rules: _rules, days_late: _late, late_since: _since, maxsendingtime: _time, ...row }) => row,
            ),
            totalElementCount: total,
          }))
        },
      },
    },
    'dashboard/nav/:fundNavId': {
      GET: {
        may: [NAV_READERS],
        query: pastQuery,
        summary: 'One NAV with its calendar, its history and its controls.',
        answers: { 200: aFundNav },
        answer: (guarded, { params }) => fundNavShape(guarded, idOf(params.fundNavId, 'NAV')),
      },
    },
    'dashboard/nav/:fundNavId/report': {
      GET: {
        may: [NAV_READERS],
        summary:
          'The report of a NAV as a PDF: headline, bridge, every rule result, overrides, checks, breaks, signatures and files. The same state gives the same bytes.',
        answers: { 200: aFile('application/pdf') },
        answer(guarded, { params }) {
          return generatedFile(guarded, async () => {
            const report = await navReport(guarded, idOf(params.fundNavId, 'NAV'))
            return { ...report, mediaType: 'application/pdf' }
          })
        },
      },
    },
    'dashboard/nav/:fundNavId/nextrouting': {
      GET: {
        may: [NAV_READERS],
        summary:
          'The steps that the caller may take with the NAV now; refused with the reason where the four-eyes rule withholds all of them.',
        list: kindsOf(STEP_COLUMNS),
        answers: { 200: z.array(aRoutingEvent) },
        title: ROUTING_REFUSED,
        async answer(guarded, args) {
          const { routing, withheld } = await nextRouting(guarded, idOf(args.params.fundNavId, 'NAV'))
          const shown = routing.map(({ name, to, ...event }) => event)
          if (shown.length === 0 && withheld.length > 0)
            throw new DomainError('forbidden', withheld.map(({ reason }) => reason).join(' '))
          return rowsAnswer(args, shown, STEP_COLUMNS)
        },
      },
    },
    'dashboard/nav/:fundNavId/nextrouting/:routingId': {
      POST: {
        may: ['navctrl', 'update'],
        title: 'Workflow cannot move to next step.',
        summary:
          'Takes a step with a NAV; answers the NAV after the step. The whole fund data may be sent back.',
        answers: { 200: aFundNav },
        ...takes(
          fundData,
          async (guarded, { params }, body) => {
            const { read, transaction, today } = guarded
            const fundNavId = idOf(params.fundNavId, 'NAV')
            const stepId = idOf(params.routingId, 'step')
            // Callers send the whole fund data: a date counts only with a step that requires it.
            const { routing } = await nextRouting(guarded, fundNavId)
            const dateId = routing.find(({ id }) => id === stepId)?.dateToDisplayId
            const input = {
              seenEventId: body.currentEventId,
              comment: body.eventLog ?? body.currentMessage ?? '',
              documentReceptionDate:
                dateId === 1 || dateId === 3 ? (body.documentReceptionDate ?? null) : null,
              clientValidationDate: dateId === 2 ? (body.validationDate ?? null) : null,
              reasonCode: dateId === 3 ? (body.reasonCode ?? null) : null,
            }
            const { navDate } = await navFacts(read, fundNavId)
            const called = { validationDate: input.clientValidationDate }
            refuseOddDays(navDate, called, today)
            return transaction(async (context) => {
              await takeStep(context, navWorkflow, fundNavId, stepId, input)
              return fundNavShape(context, fundNavId)
            })
          },
          { nothing: true },
        ),
      },
    },
    'dashboard/nav/checks/:fundNavId': {
      GET: {
        may: [NAV_READERS],
        summary: "The ranked checks of the NAV's round, each with who signed it and when.",
        list: kindsOf(CHECK_FIELDS),
        answers: { 200: z.array(aCheck) },
        async answer({ read }, args) {
          const { id } = await navFacts(read, idOf(args.params.fundNavId, 'NAV'))
          const { round } = await instanceById(read, id)
          return rowsAnswer(args, await navChecks(read, id, round), CHECK_FIELDS, checkShape)
        },
      },
    },
    'dashboard/nav/checks/:fundNavId/:rank': {
      POST: {
        may: ['navctrl', 'update'],
        summary: "Signs a check of a NAV, with an optional comment; answers the check's row.",
        path: { rank: numberValue },
        answers: { 200: aCheck },
        ...takes(
          Tick,
          async (guarded, { params }, { comment }) => {
            const { transaction } = guarded
            const rank = numberValue.safeParse(params.rank).data ?? 0
            return transaction(async (context) => {
              const { id: fundNavId } = await navFacts(context.tx, idOf(params.fundNavId, 'NAV'))
              const tick = { rank, comment: comment ?? '' }
              await withIdempotencyKey(context, `check ${fundNavId} ${rank}`, () =>
                tickChecks(context, fundNavId, [tick]),
              )
              const { round } = await instanceById(context.tx, fundNavId)
              const checks = await navChecks(context.tx, fundNavId, round)
              return checks.filter(({ isae_rank }) => isae_rank === rank).map(checkShape)[0]
            })
          },
          { nothing: true },
        ),
      },
    },
    'elements/:fundNavId': {
      GET: {
        may: [NAV_READERS],
        summary: "The figures of the NAV's current control.",
        list: kindsOf(ELEMENT_COLUMNS),
        answers: { 200: z.array(anElement) },
        async answer({ read }, { request, params }) {
          const query = callQuery(request, plainFields(ELEMENT_COLUMNS))
          const { id } = await navFacts(read, idOf(params.fundNavId, 'NAV'))
          return listAnswer(request, query, await navElements(read, id).page(query))
        },
      },
    },
    reasons: {
      GET: {
        may: [NAV_READERS],
        summary: 'The reasons for running a control.',
        list: kindsOf(REASON_COLUMNS),
        answers: { 200: z.array(z.object({ code: aText, display: aText }).meta({ id: 'Reason' })) },
        answer: async ({ read }, args) => rowsAnswer(args, await reasons(read), REASON_COLUMNS),
      },
    },
  },
}
