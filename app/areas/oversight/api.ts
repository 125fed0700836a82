import { z } from 'zod'
import type { UserContext } from '~/areas/access/user-context'
import {
  aBoolean,
  aDay,
  aFile,
  aNumber,
  anAmount,
  anId,
  anInstant,
  aRow,
  aText,
  created,
} from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { callQuery, kindsOf, listAnswer, pastQuery } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { idOf, lineValue, textValue } from '~/http/calls/values'
import { jobEnded } from '~/platform/jobs/jobs.server'
import { STEP_REFUSED, takeStep } from '~/platform/objects/take-step.server'
import { DomainError } from '~/platform/values/domain-error'
import { keysOf } from '~/platform/workflow/signing.server'
import { CHAPTERS, DEFINITIONS, type FigureKey } from './definitions'
import { REPORT_ROW } from './fields.server'
import { requestedScope } from './forms'
import { REPORT_GRID } from './list'
import { REPORT_COLUMNS, reportList } from './list.server'
import { lastMonth } from './oversight'
import { computeReport } from './read-facts.server'
import type { OversightReport } from './report'
import { changedSince, reportView } from './report-page.server'
import { checkScope, jobById, OVERSIGHT_JOB } from './reports.server'
import { reportFile } from './routes/pdf-answer'
import { startReport } from './routes/start-report'
import { oversightWorkflow } from './workflow.server'

const aMonth = aText.describe('yyyy-MM')
const aPeriod = z.object({ from: aMonth, to: aMonth })
const aFigureKey = z.enum(DEFINITIONS.map(({ key }) => key) as [FigureKey, ...FigureKey[]])

const aFigure = z.object({
  figure: aFigureKey,
  value: anAmount.nullable().describe('In the unit of its definition; null where there is nothing to count.'),
  part: aNumber.nullable().describe('What a share or a rate was divided from; null for other figures.'),
  whole: aNumber.nullable(),
  before: z.array(anAmount.nullable()).describe('Of the three periods before it, the nearest first.'),
})

const aHead = z.object({ checkpoint: anId, at: anInstant, hash: aText }).nullable()

const counts = { overridden: aNumber, justified: aNumber, explained: aNumber }

const aReport = z
  .object({
    from: aMonth,
    to: aMonth,
    provider: aText.nullable(),
    fund: aText.nullable(),
    madeAt: anInstant.nullable().describe('Null for figures that are computed for this call.'),
    periods: z.array(aPeriod).describe('The period of the report, and the three before it.'),
    definitions: z.array(
      z.object({
        figure: aFigureKey,
        chapter: z.enum(CHAPTERS),
        label: aText,
        unit: aText,
        definition: aText,
      }),
    ),
    scopes: z
      .array(
        z.object({
          kind: z.enum(['all', 'administrator', 'fund']),
          code: aText,
          name: aText,
          figures: z.array(aFigure),
        }),
      )
      .describe('All funds of the report, then each administrator, then each fund.'),
    late: z.array(
      z.object({
        navId: anId,
        fund: aText,
        date: aDay,
        due: aDay.nullable(),
        done: aDay.nullable(),
        cause: aText.nullable(),
        said: aText.nullable(),
      }),
    ),
    rules: z.array(
      z.object({ rule: aText, title: aText, severity: z.enum(['B', 'W']), found: aNumber, ...counts }),
    ),
    people: z.array(z.object({ name: aText, ...counts })),
    breaks: z.array(
      z.object({
        fund: aText,
        navId: anId,
        instrument: aText,
        kind: aText,
        firstSeen: aDay,
        days: aNumber,
        basisPoints: anAmount.nullable(),
        owner: aText.nullable(),
      }),
    ),
    otherBreaks: aNumber.describe('So many more breaks are open.'),
    floors: z.array(
      z.object({
        fund: aText,
        threshold: anAmount.describe('In basis points.'),
        highest: aNumber.nullable(),
        blind: z.array(aText),
        blindBefore: aNumber.nullable(),
        computedOn: aDay,
      }),
    ),
    cases: z.array(
      z.object({
        id: anId,
        fund: aText,
        kind: aText,
        causes: aText,
        magnitude: anAmount.nullable(),
        wrongNavs: aNumber,
        discoveredOn: aDay,
        notifyBy: aDay,
        notifiedOn: aDay.nullable(),
        daysToNotify: aNumber.nullable(),
        compensatedOn: aDay.nullable(),
        toHolders: anAmount.nullable(),
        toFund: anAmount.nullable(),
        currency: aText,
        status: aText,
      }),
    ),
    changes: z.array(
      z.object({
        at: anInstant,
        what: aText,
        requestedBy: aText,
        approvedBy: aText,
        comment: aText,
      }),
    ),
    proof: z.object({
      first: aHead.describe('The newest checkpoint before the first day.'),
      last: aHead.describe('The newest checkpoint until the end of the last day.'),
      verification: z.object({ at: anInstant, isIntact: aBoolean, findings: z.array(aText) }).nullable(),
    }),
  })
  .meta({ id: 'OversightFigures' })

/** A report as its calls answer it. */
const shapeOf = ({ timeZone: _, scopes, ...report }: OversightReport) => ({
  ...report,
  definitions: DEFINITIONS.map(({ key, chapter, label, unit, definition }) => ({
    figure: key,
    chapter,
    label,
    unit,
    definition,
  })),
  scopes: scopes.map(({ figures, ...scope }) => ({
    ...scope,
    figures: DEFINITIONS.map(({ key }) => ({ figure: key, ...figures[key] })),
  })),
})

const aDifference = z.object({ scope: aText, label: aText, kept: aText, today: aText })

const aKept = z
  .object({
    id: anId,
    status: aText,
    queue: aText,
    steps: z.array(z.object({ id: anId, name: aText, display: aText })),
    signatures: z.array(z.object({ name: aText, at: anInstant })),
    digest: aText.describe('SHA-256 of the figures.'),
    pdfSha256: aText.nullable().describe('SHA-256 of the kept PDF; null before it is frozen.'),
    report: aReport,
  })
  .meta({ id: 'OversightReport' })

async function keptOf(context: UserContext, id: number) {
  const { stored, instance, steps, signatures } = await reportView(context, id)
  return {
    id,
    status: instance.status,
    queue: instance.queue,
    steps: steps.routing.map(({ id: stepId, name, display }) => ({ id: stepId, name, display })),
    signatures,
    digest: stored.digest,
    pdfSha256: stored.pdfSha256,
    report: shapeOf(stored.report),
  }
}

const ofPeriod = pastQuery.extend({
  from: aText
    .optional()
    .describe('First month of the NAV dates, such as 2026-10; the last month when left out.'),
  to: aText.optional().describe('Last month, at most a year; the first one when left out.'),
  provider: aText.optional().describe('An administrator; all when left out.'),
  fund: aText.optional().describe('A fund; all when left out.'),
})

const NewReport = z.object({
  from: lineValue.describe('First month of the NAV dates, such as 2026-10.'),
  to: lineValue.describe('Last month, at most a year; the first one when left out.').optional(),
  provider: lineValue.nullable().default(null).describe('An administrator; null for all.'),
  fund: lineValue.nullable().default(null).describe('A fund; null for all.'),
})

const StepFields = z.object({ comment: textValue.describe('A message for the history.').default('') })

const reportId = (text: string | undefined) => idOf(text, 'oversight report')

export const oversightCalls: EndpointTable = {
  about: 'oversight',
  calls: {
    oversight: {
      GET: {
        may: ['oversight'],
        title: 'No figures',
        summary:
          'Figures of oversight for a month, a quarter or other months: of all funds, each administrator and each fund.',
        query: ofPeriod,
        answers: { 200: aReport },
        async answer(guarded, { request }) {
          const { scope, faults } = requestedScope(
            new URL(request.url).searchParams,
            lastMonth(guarded.today),
          )
          if (Object.keys(faults).length > 0)
            throw new DomainError('invalid', Object.values(faults).join(' '), { fields: faults })
          await checkScope(guarded.read, scope)
          const report = await computeReport({ ...guarded, keys: keysOf(guarded.services.settings) }, scope)
          return { ...shapeOf(report), madeAt: null }
        },
      },
    },
    'oversight/reports': {
      GET: {
        may: ['oversight'],
        summary: 'All oversight reports, the newest period first, filtered and sorted like their grid.',
        query: pastQuery,
        list: kindsOf(REPORT_COLUMNS),
        answers: { 200: z.array(aRow(REPORT_ROW).meta({ id: 'OversightReportRow' })) },
        async answer(guarded, { request }) {
          const query = callQuery(request, REPORT_COLUMNS, REPORT_GRID)
          return listAnswer(request, query, await reportList(guarded).page(query))
        },
      },
      POST: {
        may: ['oversight', 'add'],
        title: 'The report was not made',
        summary: 'Makes a report and keeps it, to be signed by two people; answers when it is made.',
        answers: { 201: z.object({ id: anId }) },
        ...takes(NewReport, async (guarded, _, { from, to = from, provider, fund }) => {
          const jobId = await startReport(guarded, { from, to, provider, fund })
          await jobEnded(OVERSIGHT_JOB, jobId)
          const { reportId: id, note } = await guarded.transaction(({ tx }) => jobById(tx, jobId))
          if (id === null) throw new DomainError('refused', note, { title: 'The report was not made' })
          return created({ id })
        }),
      },
    },
    'oversight/reports/:reportId': {
      GET: {
        may: ['oversight'],
        summary: 'One report with its figures as they were computed, and who signed it.',
        query: pastQuery,
        answers: { 200: aKept },
        answer: (guarded, { params }) => keptOf(guarded, reportId(params.reportId)),
      },
    },
    'oversight/reports/:reportId/differences': {
      GET: {
        may: ['oversight'],
        summary: 'The figures of a report that are different today.',
        answers: {
          200: z.object({ differences: z.array(aDifference) }).meta({ id: 'OversightDifferences' }),
        },
        async answer(guarded, { params }) {
          const context = { ...guarded, keys: keysOf(guarded.services.settings) }
          return { differences: await changedSince(context, reportId(params.reportId)) }
        },
      },
    },
    'oversight/reports/:reportId/report.pdf': {
      GET: {
        may: ['oversight'],
        summary: 'The report as a PDF: the one that was kept when it was frozen, otherwise a draft.',
        query: pastQuery,
        answers: { 200: aFile('application/pdf') },
        answer: (guarded, { request, params }) => reportFile(guarded, request, reportId(params.reportId)),
      },
    },
    'oversight/reports/:reportId/steps/:workflowId': {
      POST: {
        may: ['oversight', 'update'],
        title: STEP_REFUSED,
        summary: 'Takes a step of a report; answers it. The second signature freezes it.',
        answers: { 200: aKept },
        ...takes(StepFields, (guarded, { params }, { comment }) => {
          const id = reportId(params.reportId)
          const stepId = idOf(params.workflowId, 'step')
          return guarded.transaction(async (context) => {
            await takeStep(context, oversightWorkflow, id, stepId, { comment, seenEventId: null })
            return keptOf({ ...context, read: context.tx }, id)
          })
        }),
      },
    },
  },
}
